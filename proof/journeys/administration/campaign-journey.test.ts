import { expect, test } from "vitest";
import { spreadsheetBytes } from "../../../connector/testing/given-spreadsheet.ts";
import { seriousViolations } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { press, screenshot } from "../desk/browser.ts";
import { type Customer, customer } from "../desk/customer.ts";

const LIST = "Lojistas da jornada";
const CAMPAIGN = "Reposição da jornada";
const TAG = "Jornada de campanha";
/** Numbers of this journey: nobody else has them. */
const number = (index: number) => `55319555${String(40_000 + index)}`;

const dialog = ({ page }: Agent) => page.getByRole("dialog").last();
const button = ({ page }: Agent, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Accepts the customer's ticket and gives it the tag. */
async function tagTicket(marina: Agent, name: string): Promise<void> {
  await marina.waiting();
  await marina.accept(name);
  await marina.composer().waitFor();
  await press(button(marina, "Tag"));
  await marina.page.getByRole("combobox", { name: "Tag" }).fill(TAG);
  await press(marina.page.getByRole("option", { name: `Criar a tag “${TAG}”` }));
  await button(marina, `Remover a tag ${TAG}`).waitFor();
}

async function block(marina: Agent, name: string): Promise<void> {
  await marina.page.goto("/contacts");
  await marina.page.getByRole("searchbox").fill(name);
  await marina.act(name, `Bloquear ${name}`);
  await marina.record(name).getByText("Bloqueado").waitFor();
}

/** Uploads a list of 30 people on the screens: 25 who get the campaign, and five who do not. */
async function uploadList(marina: Agent, people: (readonly [name: string, number: string])[]): Promise<void> {
  const { page } = marina;
  await page.goto("/contact-lists");
  await press(button(marina, "Adicionar").first());
  await dialog(marina).getByLabel("Nome da lista").fill(LIST);
  await press(dialog(marina).getByRole("button", { name: "Salvar" }));
  await page.getByRole("heading", { name: LIST }).waitFor();
  await press(button(marina, "Trazer contatos"));
  await press(page.getByRole("menuitem", { name: "Importar planilha" }));
  const chooser = page.waitForEvent("filechooser");
  await press(button(marina, "Escolher planilha"));
  const rows = [["Nome", "Número", "E-mail"], ...people.map(([name, phone]) => [name, phone, ""])];
  await (await chooser).setFiles({
    name: "jornada.xlsx",
    mimeType: "application/octet-stream",
    buffer: spreadsheetBytes(rows, "xlsx"),
  });
  await press(button(marina, "Conferir"));
  await page.getByRole("heading", { name: "Conferir jornada.xlsx" }).waitFor();
  const counted = (words: string) =>
    dialog(marina).locator("dl > div").filter({ hasText: words }).locator("dd").textContent();
  await expect.poll(() => counted("Linhas na planilha")).toBe("30");
  expect(await counted("Entram agora")).toBe("30");
  await screenshot(page, "campaign-journey-checked");
  await press(button(marina, "Trazer 30 contatos"));
  await page.getByText("Importação concluída: jornada.xlsx.").waitFor();
  await press(dialog(marina).getByRole("button", { name: "Fechar" }).last());
}

/** Messages of unofficial numbers have at least one second between them. */
async function setFastestPace(marina: Agent): Promise<void> {
  const { page } = marina;
  await page.goto("/campaigns-config");
  await press(page.getByLabel("Intervalo entre mensagens"));
  await press(page.getByRole("option", { name: "Sem intervalo" }));
  await press(page.getByLabel("Intervalo maior depois de"));
  await press(page.getByRole("option", { name: "Nunca" }));
  await press(button(marina, "Salvar"));
  await page.getByText("Configurações salvas").waitFor();
}

/** Writes the campaign, open at every hour of the week, and opens its dry run. */
async function writeCampaign(marina: Agent): Promise<void> {
  const { page } = marina;
  await page.goto("/campaigns");
  await press(button(marina, "Nova campanha").first());
  await dialog(marina).getByLabel("Nome", { exact: true }).fill(CAMPAIGN);
  await press(dialog(marina).getByLabel("Lista de Contatos"));
  await press(page.getByRole("option", { name: new RegExp(`^${LIST}`) }));
  await press(dialog(marina).getByLabel("Lista de Tags"));
  await press(page.getByRole("option", { name: TAG }));
  await press(dialog(marina).getByLabel("Conexões"));
  await press(page.getByRole("option", { name: /^Loja Savassi/ }));
  await page.keyboard.press("Escape");
  await press(dialog(marina).getByRole("button", { name: /^Janela, limite e respostas/ }));
  await press(dialog(marina).getByRole("button", { name: "dom.", exact: true }));
  await dialog(marina).getByLabel("Das", { exact: true }).fill("00:00");
  await dialog(marina).getByLabel("Às", { exact: true }).fill("23:59");
  await dialog(marina)
    .getByLabel("Mensagem", { exact: true })
    .fill("Olá {nome}, chegou a reposição. Responda SAIR para não receber mais.");
  await screenshot(page, "campaign-journey-dialog");
  await press(button(marina, "Salvar e ensaiar"));
  await page.getByRole("heading", { name: `Ensaio de ${CAMPAIGN}` }).waitFor();
}

const figure = ({ page }: Agent, words: string) =>
  page.locator("dl > div").filter({ hasText: words }).locator("dd > span").first().textContent();

/** How many people each line of the dry run leaves out. */
async function reasonsOf({ page }: Agent): Promise<Record<string, number>> {
  const lines = await page
    .getByRole("region", { name: /^Por que/ })
    .getByRole("listitem")
    .allTextContents();
  return Object.fromEntries(lines.map((line) => [line.replace(/\d+$/, ""), Number(/\d+$/.exec(line)?.[0])]));
}

async function csvOf({ page }: Agent): Promise<string[][]> {
  const download = page.waitForEvent("download");
  await press(page.getByRole("button", { name: "Exportar CSV" }));
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(";"));
}

const delivered = async (phones: Customer[]) =>
  (await Promise.all(phones.map(async (one) => (await one.received()).length))).reduce((sum, count) => sum + count, 0);

test("a campaign from the spreadsheet to the report: who is left out, variables, SAIR, a reply, stop and restart", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  const [tagged, blocked, left] = await Promise.all([
    customer("Tina da jornada", number(1)),
    customer("Bruno da jornada", number(2)),
    customer("Saulo da jornada", number(3)),
  ]);
  await tagged.writes("Vocês têm vasos?");
  await blocked.writes("Oi");
  await left.writes("SAIR");
  await tagTicket(marina, tagged.name);
  await block(marina, blocked.name);
  const phones = await Promise.all(
    Array.from({ length: 25 }, (_, at) => customer(`Pessoa ${String(at + 1).padStart(2, "0")}`, number(at + 100))),
  );

  // 30 rows: 25 phones, the tagged, the blocked and the opted-out person, and two numbers without WhatsApp.
  await uploadList(marina, [
    ...phones.map(({ name, number }) => [name, number] as const),
    ...[tagged, blocked, left].map(({ name, number }) => [name, number] as const),
    ["Fixo Um", "553195550000"],
    ["Fixo Dois", "553196660000"],
  ]);
  const strip = page.getByRole("region", { name: "Resumo da lista" });
  await strip.getByText("30contatos").waitFor();
  await strip.getByText("2sem WhatsApp").waitFor({ timeout: 60_000 });
  await strip.getByText("1pediu para sair").waitFor();
  await expect.poll(() => strip.getByText("conferindo").count(), { timeout: 60_000 }).toBe(0);
  await screenshot(page, "campaign-journey-list");

  await setFastestPace(marina);
  await writeCampaign(marina);
  await expect
    .poll(() => reasonsOf(marina))
    .toEqual({
      "Número sem WhatsApp": 2,
      "Contato bloqueado": 1,
      "Pediu para sair": 1,
      "Repetido na lista e na tag": 1,
    });
  await screenshot(page, "campaign-journey-preview");
  expect(await seriousViolations(page)).toEqual([]);
  await press(button(marina, "Confirmar envio para 26"));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Enviar agora" }));
  await page.getByRole("heading", { name: `Relatório da campanha ${CAMPAIGN}` }).waitFor();

  // The first phones have the message with their name; two of them answer.
  const [asks, leaves] = phones as [Customer, Customer];
  await expect.poll(() => leaves.received(), { timeout: 60_000 }).toHaveLength(1);
  for (const one of [asks, leaves]) {
    const [message] = await one.received();
    expect(message?.body).toBe(`Olá ${one.name}, chegou a reposição. Responda SAIR para não receber mais.`);
  }
  await leaves.writes("SAIR");
  await asks.writes("Tem em azul?");

  await press(button(marina, "Parar"));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Parar" }));
  await page.getByText("Cancelada").first().waitFor();
  const atStop = await delivered(phones);
  expect(atStop).toBeLessThan(25);
  await screenshot(page, "campaign-journey-stopped");
  await press(button(marina, "Recomeçar"));
  await press(button(marina, /^Recomeçar para /));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Recomeçar" }));
  await page.getByText("Finalizada").first().waitFor({ timeout: 120_000 });

  // Every phone has the message once; the one that left also has the confirmation of that.
  for (const one of phones) {
    const campaignMessages = (await one.received()).filter(({ body }) => body.startsWith("Olá "));
    expect(
      campaignMessages.map(({ receivedCount }) => receivedCount),
      one.name,
    ).toEqual([1]);
  }
  for (const one of [blocked, left])
    expect((await one.received()).filter(({ body }) => body.startsWith("Olá "))).toEqual([]);

  await page.getByRole("heading", { name: /^Status: 26 de / }).waitFor();
  expect(await figure(marina, "Contatos Válidos")).toBe("26");
  await screenshot(page, "campaign-journey-report");
  const [head, ...lines] = await csvOf(marina);
  const [name, state, reason] = ["Nome", "Situação", "Motivo"].map((column) => head?.indexOf(column) ?? -1);
  const states = Object.groupBy(lines, (line) => line[state as number] ?? "");
  expect(lines).toHaveLength(31);
  expect(states["Ficou de fora"]?.map((line) => line[reason as number]).sort()).toEqual([
    "Contato bloqueado",
    "Número sem WhatsApp",
    "Número sem WhatsApp",
    "Pediu para sair",
    "Repetido na lista e na tag",
  ]);
  // SAIR is no reply.
  expect(states.Respondeu?.map((line) => line[name as number])).toEqual([asks.name]);
  expect((states.Entregue?.length ?? 0) + (states.Lida?.length ?? 0)).toBe(25);

  // The question is an ordinary ticket; SAIR is not.
  await page.goto("/tickets");
  await marina.waiting();
  await marina.reach(asks.name, marina.acceptButton(asks.name));
  expect(await marina.acceptButton(leaves.name).count()).toBe(0);
  await page.goto("/contact-lists");
  await press(page.getByRole("link", { name: LIST }));
  await strip.getByText("2pediram para sair").waitFor();
  await marina.context.close();
}, 420_000);
