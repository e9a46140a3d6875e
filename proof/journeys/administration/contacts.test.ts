import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import type { Agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { contacts } from "../desk/contacts.ts";
import { usually } from "../desk/sizes.ts";

const field = ({ page }: Agent, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });
const rowOf = ({ record }: Agent, name: string) => record(name);
const save = ({ page }: Agent) => press(page.getByRole("dialog").getByRole("button", { name: "Salvar" }));

/** Field of the search, which starts half a second after the last key. */
const search = ({ page }: Agent, text: string) => page.getByRole("searchbox").fill(text);

test.each(
  usually("phone", [
    { name: "desktop", viewport: desktop, number: "31 98877-1001" },
    { name: "phone", viewport: phone, number: "31 98877-1002" },
  ]),
)(
  "a contact is created, changed and deleted, seen live in a second browser: $name",
  async ({ name, viewport, number }) => {
    const marina = await contacts("admin@demo.example", { viewport });
    const ana = await contacts("ana@demo.example");
    const [first, second] = [`Wanessa ${name}`, `Wanessa Prado ${name}`];
    await search(ana, "wanessa");

    await press(marina.page.getByRole("button", { name: "Adicionar" }));
    await field(marina, "Nome").fill("N");
    await save(marina);
    await marina.page.getByText("Muito curto!").waitFor();
    await field(marina, "Nome").fill(first);
    await field(marina, "Número").fill(number);
    await press(marina.page.getByRole("dialog").getByRole("button", { name: "Adicionar informação" }));
    await field(marina, "Nome do campo 1").fill("Bairro");
    await field(marina, "Valor do campo 1").fill("Lourdes");
    await screenshot(marina.page, `contact-dialog-${name}`);
    await save(marina);
    await marina.page.getByText("Contato salvo com sucesso").waitFor();
    await rowOf(ana, first).waitFor();

    await search(marina, "WANESSA");
    await rowOf(marina, first).waitFor();
    await marina.act(first, `Editar ${first}`);
    await expect.poll(() => field(marina, "Valor do campo 1").inputValue()).toBe("Lourdes");
    await field(marina, "Nome").fill(second);
    await save(marina);
    await rowOf(ana, second).waitFor();

    await marina.act(second, `Bloquear ${second}`);
    await marina.page.getByText("Contato bloqueado").waitFor();
    await rowOf(ana, second).getByText("Bloqueado").waitFor();
    await marina.act(second, `Desbloquear ${second}`);
    await marina.page.getByText("Contato desbloqueado").waitFor();

    expect(await ana.page.getByRole("button", { name: `Excluir ${second}` }).count()).toBe(0);
    await marina.act(second, `Excluir ${second}`);
    await marina.page.getByText("Deseja realmente excluir este registro?").waitFor();
    await press(marina.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
    await marina.page.getByText("Contato excluído").waitFor();
    await expect.poll(() => rowOf(ana, second).count()).toBe(0);
    await marina.page.getByText("Nada encontrado").waitFor();
    await Promise.all([marina.context.close(), ana.context.close()]);
  },
);

test("a number that already exists names its contact, with a link to it", async () => {
  const marina = await contacts("admin@demo.example");
  await search(marina, "helena");
  await rowOf(marina, "Helena Sampaio").waitFor();
  const masked = await rowOf(marina, "Helena Sampaio").getByText(/^\+55/).textContent();
  await press(marina.page.getByRole("button", { name: "Adicionar" }));
  await field(marina, "Nome").fill("Outra Helena");
  await field(marina, "Número").fill(masked ?? "");
  await save(marina);
  await marina.page.getByText("Helena Sampaio já tem este número.").waitFor();
  await screenshot(marina.page, "contact-duplicate");
  expect(await seriousViolations(marina.page)).toEqual([]);
  await press(marina.page.getByRole("button", { name: "Abrir Helena Sampaio" }));
  await expect.poll(() => field(marina, "Nome").inputValue()).toBe("Helena Sampaio");
  await marina.context.close();
});

test("the contact list loads more rows on scrolling, filters by tag and exports a file", async () => {
  const marina = await contacts("admin@demo.example");
  const { page } = marina;
  const download = page.waitForEvent("download");
  await press(page.getByRole("button", { name: "Exportar CSV" }));
  const file = await download;
  expect(file.suggestedFilename()).toBe("contatos.csv");
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFFNome;Número;E-mail");
  expect(lines.some((line) => line.startsWith("Helena Sampaio;55"))).toBe(true);

  const rows = () => page.getByRole("table", { name: "Contatos" }).getByRole("row").count();
  const before = await rows();
  if (lines.length - 1 > 20) {
    await page.getByRole("row").last().scrollIntoViewIfNeeded();
    await expect.poll(rows).toBeGreaterThan(before);
  }
  await press(page.getByRole("button", { name: "Filtrar por tags" }));
  await press(page.getByRole("group", { name: "Filtrar por tags" }).getByRole("checkbox").first());
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filtrar por tags: 1" }).waitFor();
  await expect.poll(rows).toBeLessThan(before);
  await marina.context.close();
});

test("the device's contacts are listed without a network, and changes are sent later", async () => {
  const ana = await contacts("ana@demo.example");
  const { page, context } = ana;
  await ana.synced();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.getByText("Sem internet: você vê").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Exportar CSV" }).isDisabled()).toBe(true);
  await page.reload();
  await page.getByText("só os contatos guardados neste aparelho").waitFor();
  const known = await page
    .getByRole("button", { name: /^Editar / })
    .last()
    .getAttribute("aria-label");
  const name = known?.replace("Editar ", "") ?? "";
  await search(ana, "ninguém com este nome");
  await page.getByText("Nada neste aparelho").waitFor();
  await search(ana, name.toUpperCase());
  await rowOf(ana, name).waitFor();
  await search(ana, "");
  await press(page.getByRole("button", { name: "Adicionar" }));
  await field(ana, "Nome").fill("Rui Semrede");
  await field(ana, "Número").fill("31 98877-2001");
  await save(ana);
  await rowOf(ana, "Rui Semrede").getByText("na fila").waitFor();
  await screenshot(page, "contacts-offline");
  expect(await seriousViolations(page)).toEqual([]);
  await context.setOffline(false);
  await search(ana, "rui semrede");
  await expect.poll(() => rowOf(ana, "Rui Semrede").getByText("na fila").count()).toBe(0);
  await rowOf(ana, "Rui Semrede").getByText("+55 (31) 98877-2001").waitFor();
  await context.close();
});

testDisplayModes(
  "the contacts screen can be read and used",
  { email: "admin@demo.example", path: "/contacts", usual: "claro" },
  async (marina, { name }) => {
    await marina.page.getByRole(marina.onPhone ? "list" : "table", { name: "Contatos" }).waitFor();
    await screenshot(marina.page, `contacts-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
    if (marina.onPhone) await press(marina.page.getByRole("list", { name: "Contatos" }).getByRole("button").first());
    await press(marina.page.getByRole("button", { name: /^Editar / }).first());
    await field(marina, "Nome").waitFor();
    await screenshot(marina.page, `contact-edit-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
  },
);
