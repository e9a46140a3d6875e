import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { contacts } from "../desk/contacts.ts";
import { usually } from "../desk/sizes.ts";

async function lists(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/contact-lists");
  await button(person, "Adicionar").first().waitFor();
  return person;
}

const dialog = ({ page }: Agent) => page.getByRole("dialog").last();
const button = ({ page }: Agent, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const save = (person: Agent) => press(dialog(person).getByRole("button", { name: "Salvar" }));

/** Creates a list, which then opens. */
async function create(person: Agent, name: string): Promise<void> {
  await press(button(person, "Adicionar").first());
  await dialog(person).getByLabel("Nome da lista").fill(name);
  await save(person);
  await person.page.getByText("Esta lista está vazia").waitFor();
}

async function add(person: Agent, name: string, number: string): Promise<void> {
  await press(button(person, "Adicionar").first());
  await dialog(person).getByLabel("Nome").fill(name);
  await dialog(person).getByLabel("Número").fill(number);
  await save(person);
  await person.record(name).waitFor();
}

test.each(
  usually("desktop", [
    { name: "desktop", viewport: desktop, area: 61 },
    { name: "phone", viewport: phone, area: 62 },
  ]),
)(
  "a list is created, filled, checked, changed and deleted, seen live in a second tab: $name",
  async ({ name, viewport, area }) => {
    const marina = await lists("admin@demo.example", { viewport });
    const { page } = marina;
    const other = await marina.context.newPage();
    await other.goto("/contact-lists");
    const inOther = (list: string) => other.getByText(list, { exact: true });
    const [first, second] = [`Natal ${name}`, `Páscoa ${name}`];
    await create(marina, first);
    await inOther(first).first().waitFor();

    await add(marina, "Bazar da lista", `+55 (${area}) 98877-2001`);
    await add(marina, "Fixo da lista", `55${area}988770000`);
    await press(button(marina, "Adicionar").first());
    await dialog(marina).getByLabel("Nome").fill("Outra pessoa");
    await dialog(marina).getByLabel("Número").fill(`55${area}88772001`);
    await save(marina);
    await page.getByText("Este número já está na lista: Bazar da lista.").waitFor();
    await press(dialog(marina).getByRole("button", { name: "Cancelar" }));
    // The demo's connection checks both numbers.
    await marina
      .record("Bazar da lista")
      .getByText(marina.onPhone ? "Pronto" : "Tem WhatsApp")
      .waitFor({ timeout: 60_000 });
    await marina.record("Fixo da lista").getByText("Sem WhatsApp").waitFor({ timeout: 60_000 });
    await screenshot(page, `contact-list-items-${name}`);

    await marina.act("Bazar da lista", "Editar Bazar da lista");
    await dialog(marina).getByLabel("Nome").fill("Bazar mudado");
    await save(marina);
    await marina.record("Bazar mudado").waitFor();
    await marina.act("Fixo da lista", "Excluir Fixo da lista");
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
    await expect.poll(() => marina.record("Fixo da lista").count()).toBe(0);

    await press(button(marina, "Voltar").locator("visible=true"));
    await marina.act(first, `Editar ${first}`);
    await dialog(marina).getByLabel("Nome da lista").fill(second);
    await save(marina);
    await inOther(second).first().waitFor();
    await marina.act(second, `Excluir ${second}`);
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
    await expect.poll(() => inOther(second).count()).toBe(0);
    await marina.context.close();
  },
  180_000,
);

test("contacts are added to a new list from their selection", async () => {
  const marina = await contacts("admin@demo.example");
  for (const name of ["Alice Drumond", "Antônio Valadares"])
    await marina.page.getByRole("checkbox", { name: `Selecionar ${name}` }).check();
  await press(button(marina, "Adicionar a uma lista"));
  await dialog(marina).getByRole("combobox").fill("Da seleção");
  await press(marina.page.getByRole("option", { name: "Criar a lista Da seleção" }));
  expect(await seriousViolations(marina.page)).toEqual([]);
  await press(button(marina, "Juntar à lista"));
  await marina.page.getByText("2 contatos entraram na lista").waitFor();
  await marina.page.goto("/contact-lists");
  await press(marina.page.getByRole("link", { name: "Da seleção" }));
  await marina.record("Alice Drumond").waitFor();
  await marina.context.close();
});

test("an agent has no contact lists", async () => {
  const ana = await agent("ana@demo.example");
  expect(await ana.page.getByRole("link", { name: "Listas de contatos" }).count()).toBe(0);
  await ana.page.goto("/contact-lists");
  await ana.page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
  await ana.context.close();
});

testDisplayModes(
  "contact lists can be read and used, also without a network",
  { email: "admin@demo.example", path: "/contact-lists", usual: "celular-escuro" },
  async (marina, { name }) => {
    const { page } = marina;
    await create(marina, `Modo ${name}`);
    await add(marina, `Pessoa ${name}`, "5531988772050");
    await screenshot(page, `contact-list-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(button(marina, marina.onPhone ? "Mais opções" : "Trazer contatos"));
    await screenshot(page, `contact-list-bring-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await marina.context.setOffline(true);
    await page.getByText("Sem internet: a lista fica no servidor").waitFor();
    await screenshot(page, `contact-list-offline-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await marina.context.setOffline(false);
    await page.goto("/contact-lists");
    await marina.record(`Modo ${name}`).waitFor();
    await screenshot(page, `contact-lists-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
  },
);
