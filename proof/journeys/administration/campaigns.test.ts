import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";

const sizes = [
  { name: "desktop", viewport: desktop },
  { name: "phone", viewport: phone },
];

async function campaigns(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/campaigns");
  await newButton(person).waitFor();
  return person;
}
const newButton = ({ page }: Agent) => page.getByRole("button", { name: "Nova campanha" }).first();
const dialog = ({ page }: Agent) => page.getByRole("dialog");
const question = ({ page }: Agent) => page.getByRole("alertdialog");
const confirm = (person: Agent, label: string) => press(question(person).getByRole("button", { name: label }));

async function choose(person: Agent, label: string, option: string): Promise<void> {
  await press(dialog(person).getByRole("button", { name: new RegExp(`^${label}`) }));
  await press(person.page.getByRole("option", { name: option }).first());
}

/** Sends a request as the signed-in user of the page. */
const send = (page: Page, path: string, body: unknown): Promise<{ id: string }> =>
  page.evaluate(
    async ([address, json]) => {
      const authorization = `Bearer ${localStorage.getItem("token")}`;
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(address, { method: "POST", headers, body: json });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return (await answer.json()) as { id: string };
    },
    [path, JSON.stringify(body)] as const,
  );

/** Creates a contact list with two people. */
async function givenList(page: Page, name: string): Promise<void> {
  const { id } = await send(page, "/contact-lists", { name });
  for (const [index, person] of ["Rita Moraes", "Otto Prado"].entries())
    await send(page, "/contact-list-items", {
      contactListId: id,
      name: person,
      number: `553195560${name.length}0${index}`,
      email: "",
    });
}

let attempts = 0;
test.each(usually("desktop", sizes))(
  "a campaign is written, survives a reload, is previewed, started, stopped and deleted: $name",
  async ({ name, viewport }) => {
    const marina = await campaigns("admin@demo.example", { viewport });
    const { page } = marina;
    // A failed attempt leaves its campaign.
    attempts += 1;
    const [title, list] = [`Natal ${name} ${attempts}`, `Lojistas ${name} ${attempts}`];
    await givenList(page, list);

    await press(newButton(marina));
    await dialog(marina).getByLabel("Nome", { exact: true }).fill(title);
    await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("Use {cupom} até sexta, ");
    await dialog(marina).getByText("A variável {cupom} não existe").first().waitFor();
    await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("Chegou a coleção nova, ");
    await press(dialog(marina).getByRole("button", { name: "Inserir {nome}" }));
    await dialog(marina).getByText("Chegou a coleção nova, Cláudia Menezes").waitFor();
    await screenshot(page, `campaign-dialog-${name}`);

    await page.reload();
    await press(page.getByRole("button", { name: `Continuar o rascunho ${title}` }));
    expect(await dialog(marina).getByLabel("Mensagem", { exact: true }).inputValue()).toBe(
      "Chegou a coleção nova, {nome}",
    );
    await choose(marina, "Lista de Contatos", `${list} (2 contatos)`);
    await choose(marina, "Conexões", "Loja Savassi");
    await page.keyboard.press("Escape");
    await press(dialog(marina).getByRole("button", { name: "Salvar e ensaiar" }));

    await page.getByRole("button", { name: "Confirmar envio para 2" }).waitFor();
    await page.getByText("Chegou a coleção nova, Rita Moraes").waitFor();
    await screenshot(page, `campaign-preview-${name}`);
    await press(page.getByRole("button", { name: "Adicionar linha" }));
    await page.getByText("Para não receber mais, responda SAIR.").first().waitFor();
    await page.getByRole("button", { name: "Adicionar linha" }).waitFor({ state: "detached" });
    await press(page.getByRole("button", { name: "Confirmar envio para 2" }));
    await question(marina).getByText("Enviar para 2 pessoas?").waitFor();
    await confirm(marina, "Enviar agora");

    await page.getByRole("heading", { name: /^Status: \d de 2 entregues$/ }).waitFor();
    await page.getByText("Rita Moraes").first().waitFor();
    await screenshot(page, `campaign-report-${name}`);
    await press(page.getByRole("button", { name: "Voltar" }).first());
    await page.getByText(title).first().waitFor();
    await page.getByRole("searchbox").fill(title.toUpperCase());
    const stop = page.getByRole("button", { name: `Parar ${title}` }).first();
    // Both people may have their messages already.
    await stop.or(marina.record(title).getByText("Finalizada")).first().waitFor();
    if (await stop.isVisible()) {
      await press(stop);
      await confirm(marina, "Parar");
      // The server refuses when the last message has left meanwhile, and the question stays open.
      const refusal = question(marina).getByRole("alert");
      await expect.poll(async () => (await question(marina).count()) === 0 || (await refusal.isVisible())).toBe(true);
      if ((await question(marina).count()) > 0) await confirm(marina, "Cancelar");
      await question(marina).waitFor({ state: "detached" });
    }
    await marina.act(title, `Excluir ${title}`);
    await confirm(marina, "Excluir");
    await page.getByText("Campanha excluída").waitFor();
    await expect.poll(() => marina.record(title).count()).toBe(0);
    await marina.context.close();
  },
  120_000,
);

test("pace and variables are saved, and a variable can be used at once", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  await page.goto("/campaigns-config");
  await page.getByLabel("Atalho").fill("brinde");
  await page.getByLabel("Conteúdo", { exact: true }).fill("uma xícara");
  await press(page.getByRole("button", { name: "Adicionar" }));
  await press(page.getByRole("button", { name: "Salvar" }));
  await page.getByText("Configurações salvas").waitFor();
  await page.goto("/campaigns");
  await press(newButton(marina));
  await press(dialog(marina).getByRole("button", { name: "Inserir {brinde}" }));
  await dialog(marina).getByText("uma xícara").waitFor();
  await press(dialog(marina).getByRole("button", { name: "Fechar" }).last());
  await press(page.getByRole("button", { name: /^Descartar o rascunho/ }));
  await page.goto("/campaigns-config");
  await press(page.getByRole("button", { name: "Excluir a variável {brinde}" }));
  await confirm(marina, "Excluir");
  await press(page.getByRole("button", { name: "Salvar" }));
  await page.getByText("Configurações salvas").waitFor();
  await marina.context.close();
});

test("without a network the screens say that they need it, and a draft can be written", async () => {
  const marina = await campaigns("admin@demo.example");
  const { page } = marina;
  await marina.context.setOffline(true);
  await page.getByText("precisa de internet").first().waitFor();
  await press(newButton(marina));
  await dialog(marina).getByLabel("Nome", { exact: true }).fill("Escrita sem internet");
  await expect.poll(() => dialog(marina).getByRole("button", { name: "Salvar", exact: true }).isDisabled()).toBe(true);
  await press(dialog(marina).getByRole("button", { name: "Fechar" }).last());
  await page.getByRole("region", { name: "Escrita sem internet" }).waitFor();
  await press(page.getByRole("button", { name: "Descartar o rascunho Escrita sem internet" }));
  await marina.context.close();
});

test("an agent has no campaigns in the menu and may not open them", async () => {
  const ana = await agent("ana@demo.example");
  expect(await ana.page.getByRole("link", { name: "Campanhas" }).count()).toBe(0);
  await ana.page.goto("/campaigns");
  await ana.page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
  await ana.context.close();
});

testDisplayModes(
  "campaigns can be read and used",
  { email: "admin@demo.example", path: "/campaigns", usual: "celular-escuro" },
  async (marina, { name }) => {
    const { page } = marina;
    await newButton(marina).waitFor();
    await check(page, `campaigns-${name}`);
    await press(newButton(marina));
    await dialog(marina).getByRole("button", { name: "Janela, limite e respostas" }).waitFor();
    await check(page, `campaign-new-${name}`);
    await press(dialog(marina).getByRole("button", { name: "Fechar" }).last());
    await page.goto("/campaigns-config");
    await page.getByLabel("Atalho").waitFor();
    await check(page, `campaigns-config-${name}`);
  },
);
