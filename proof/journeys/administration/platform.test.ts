import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check, dismiss, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { openBrowser, password, phone, press, screenshot, signIn } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";

const done = (page: Page) => page.getByText("Operação realizada com sucesso!").first().waitFor();
const save = (page: Page) => press(page.getByRole("button", { name: "Salvar" }));

async function openTab({ page }: Agent, name: string): Promise<void> {
  await page.goto("/settings");
  await press(page.getByRole("tab", { name, exact: true }));
  await page.getByRole("region", { name, exact: true }).waitFor();
}

/** Shows the empty form: on phones it is behind a button. */
async function openForm({ page, onPhone }: Agent, name: string): Promise<void> {
  if (onPhone) await press(page.getByRole("button", { name, exact: true }));
  await page.getByRole("form", { name }).waitFor();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await press(page.getByRole("form").getByRole("button", { name: new RegExp(`^${label}`) }));
  await press(page.getByRole("option", { name: option, exact: true }));
}

async function createPlan(owner: Agent, name: string): Promise<void> {
  const { page } = owner;
  await openTab(owner, "Planos");
  await openForm(owner, "Novo plano");
  await page.getByLabel("Nome", { exact: true }).fill(name);
  for (const kind of ["Usuários", "Conexões", "Filas"]) await page.getByLabel(kind, { exact: true }).fill("1");
  await page.getByLabel("Usuários", { exact: true }).fill("2");
  await page.getByLabel("Valor", { exact: true }).pressSequentially("119000");
  await expect.poll(() => page.getByLabel("Valor", { exact: true }).inputValue()).toMatch(/^R\$\s1\.190,00$/);
  await save(page);
  await done(page);
  await owner.record(name).waitFor();
}

async function createCompany(owner: Agent, name: string, plan: string, email: string): Promise<void> {
  const { page } = owner;
  await openTab(owner, "Empresas");
  await openForm(owner, "Nova empresa");
  await page.getByLabel("Nome", { exact: true }).fill(name);
  await page.getByLabel("Telefone", { exact: true }).pressSequentially("5531955500210");
  expect(await page.getByLabel("Telefone", { exact: true }).inputValue()).toBe("+55 (31) 95550-0210");
  await choose(page, "Plano", plan);
  await choose(page, "Campanhas", "Habilitadas");
  await page.getByLabel("Nome do administrador").fill("Rita Prado");
  await page.getByLabel("E-mail do administrador").fill(email);
  await page.getByLabel("Senha do administrador").fill(password);
  await save(page);
  await done(page);
  await owner.record(name).waitFor();
}

/** Adds one record of a kind with the dialog of its screen. */
async function add(page: Page, button: string, fill: () => Promise<unknown>): Promise<void> {
  // An empty list has a second button for the first record.
  await press(page.getByRole("button", { name: button }).first());
  await fill();
  await press(page.getByRole("dialog").getByRole("button", { name: /^(Adicionar|Salvar)/ }));
}

/** Uses the plan of two users, one queue and one connection up; each screen then says why nothing can be added. */
async function reachLimits({ page }: Agent, suffix: string): Promise<void> {
  await page.goto("/users");
  await page.getByText("Usuários do plano: 1 de 2").waitFor();
  await add(page, "Adicionar usuário", async () => {
    await page.getByRole("dialog").getByLabel("Nome", { exact: true }).fill("Caio Lemos");
    await page.getByRole("dialog").getByLabel("E-mail").fill(`caio-${suffix}@trigo.example`);
    await page.getByRole("dialog").getByLabel("Senha", { exact: true }).fill(password);
  });
  await page.getByText("O limite de usuários do plano (2) foi atingido.").waitFor();
  expect(await page.getByRole("button", { name: "Adicionar usuário" }).isDisabled()).toBe(true);
  await check(page, `platform-limit-users-${suffix}`);

  await page.goto("/queues");
  await page.getByText("Filas do plano: 0 de 1").waitFor();
  await add(page, "Adicionar fila", () => page.getByLabel("Nome *").fill("Balcão"));
  await page.getByText("O limite de filas do plano (1) foi atingido.").waitFor();
  expect(await page.getByRole("button", { name: "Adicionar fila" }).first().isDisabled()).toBe(true);

  await page.goto("/connections");
  await page.getByText("Conexões do plano: 0 de 1").waitFor();
  await press(page.getByRole("button", { name: "Adicionar", exact: true }));
  await press(page.getByRole("menuitem", { name: "Número de WhatsApp" }));
  await page.getByRole("dialog").getByLabel("Nome", { exact: true }).fill("Loja");
  await press(page.getByRole("dialog").getByRole("button", { name: /Adicionar|Salvar/ }));
  await page.getByText("O limite de conexões do plano (1) foi atingido.").waitFor();
  await dismiss(page);
  expect(await page.getByRole("button", { name: "Adicionar", exact: true }).isDisabled()).toBe(true);
}

testDisplayModes(
  "the tabs of super users can be read and used",
  { email: "admin@demo.example", path: "/settings", usual: "celular-escuro" },
  async (owner, { name }) => {
    const { page } = owner;
    for (const tab of ["Empresas", "Planos", "Ajuda", "Auditoria"]) {
      await openTab(owner, tab);
      if (tab === "Empresas") await owner.record("Olaria Serra Azul").getByText("Sem plano").waitFor();
      await check(page, `settings-${tab.toLowerCase()}-${name}`);
    }
  },
);

/** Returns by how many pixels the tables of a tab are wider than their boxes. */
const cutTables = (page: Page, tab: string) =>
  page.getByRole("region", { name: tab, exact: true }).evaluate((region) => {
    const wide = [region, ...region.querySelectorAll("*")].filter((part) => part.scrollWidth > part.clientWidth + 1);
    return wide.filter((part) => part.querySelector("table")).map((part) => part.scrollWidth - part.clientWidth);
  });

test("every table of super users fits a window of 1280 px", async () => {
  const owner = await agent("admin@demo.example", { viewport: { width: 1280, height: 900 } });
  const { page, context } = owner;
  for (const tab of ["Empresas", "Planos", "Ajuda", "Auditoria"]) {
    await openTab(owner, tab);
    await screenshot(page, `settings-${tab.toLowerCase()}-1280`);
    expect(await cutTables(page, tab), tab).toEqual([]);
    if (tab !== "Empresas") continue;
    await press(page.getByRole("button", { name: "Uso", exact: true }));
    await page
      .getByText(/^\d+( de \d+)?$/)
      .first()
      .waitFor();
    await screenshot(page, "settings-empresas-uso-1280");
    expect(await cutTables(page, tab), "Uso").toEqual([]);
  }
  await context.close();
});

test.each(
  usually("desktop", [
    ["on a desktop", undefined, "mesa"],
    ["on a phone", phone, "celular"],
  ]),
)("a plan, a company, its limits, its due date, its deletion and its return %s", async (_where, viewport, suffix) => {
  const [plan, company, email] = [`Sob medida ${suffix}`, `Padaria ${suffix}`, `rita-${suffix}@trigo.example`];
  const owner = await agent("admin@demo.example", { viewport });
  const { page } = owner;
  await createPlan(owner, plan);
  await createCompany(owner, company, plan, email);

  const rita = await agent(email, { viewport });
  if (!viewport) await rita.page.getByRole("link", { name: "Campanhas" }).waitFor();
  await reachLimits(rita, suffix);

  // The super user allows one more user, extends the company and disables its campaigns.
  await openTab(owner, "Empresas");
  await owner.act(company, `Editar ${company}`);
  await page.getByRole("form", { name: company }).waitFor();
  await press(page.getByRole("button", { name: /^Exceções ao plano/ }));
  await page.getByLabel("Usuários", { exact: true }).fill("3");
  const due = await page.getByLabel("Data de Vencimento").inputValue();
  await press(page.getByRole("button", { name: /^Mais um período/ }));
  await expect.poll(() => page.getByLabel("Data de Vencimento").inputValue()).not.toBe(due);
  await choose(page, "Campanhas", "Desabilitadas");
  await check(page, `platform-company-form-${suffix}`);
  await save(page);
  await done(page);
  await rita.page.goto("/users");
  await rita.page.getByText("Usuários do plano: 2 de 3").waitFor();
  if (!viewport) await expect.poll(() => rita.page.getByRole("link", { name: "Campanhas" }).count()).toBe(0);

  // The history of the company says who did it.
  await owner.act(company, `Histórico de ${company}`);
  await page.getByRole("region", { name: `Auditoria de ${company}` }).waitFor();
  await owner.record(`Empresa alterada: ${company}`).first().waitFor();
  await check(page, `platform-audit-${suffix}`);

  await openTab(owner, "Empresas");
  await owner.act(company, `Faturas de ${company}`);
  await page.getByRole("heading", { name: `Faturas de ${company}` }).waitFor();
  await check(page, `platform-invoices-${suffix}`);
  await dismiss(page);

  await owner.act(company, `Editar ${company}`);
  await press(page.getByRole("button", { name: "Excluir", exact: true }));
  const question = page.getByRole("dialog");
  expect(await question.getByRole("button", { name: "Excluir" }).isDisabled()).toBe(true);
  await question.getByRole("textbox").fill(company);
  await check(page, `platform-delete-${suffix}`);
  await press(question.getByRole("button", { name: "Excluir" }));
  await done(page);
  await expect.poll(() => owner.record(company).count()).toBe(0);
  await rita.page.reload();
  await rita.page.waitForURL((url) => url.pathname === "/login");

  await press(page.getByRole("button", { name: "Excluídas" }));
  await owner.record(company).waitFor();
  await check(page, `platform-deleted-${suffix}`);
  await owner.act(company, `Restaurar ${company}`);
  await done(page);
  await press(page.getByRole("button", { name: "Ativas e inativas" }));
  await owner.record(company).waitFor();
  await signIn(await openBrowser({ viewport }), email);
  await Promise.all([owner.context.close(), rita.context.close()]);
});

test("a help video is added by its address, and the player loads only after a click", async () => {
  const owner = await agent("admin@demo.example");
  const { page, context } = owner;
  const asked: string[] = [];
  await context.route(/youtube/, (route) => {
    asked.push(new URL(route.request().url()).hostname);
    return route.fulfill({ contentType: "text/html; charset=utf-8", body: "<p>vídeo</p>" });
  });
  await openTab(owner, "Ajuda");
  await page.getByLabel("Título").fill("Como aceitar um atendimento");
  await page.getByLabel("Código do vídeo").fill("https://youtu.be/a1B2c3D4e5F");
  await page.getByLabel("Descrição").fill("Da fila ao primeiro “bom dia”, em dois minutos.");
  await save(page);
  await done(page);
  await owner.record("a1B2c3D4e5F").waitFor();
  await page.goto("/helps");
  await press(page.getByRole("button", { name: "Como aceitar um atendimento" }));
  await check(page, "helps-poster");
  expect(asked).toEqual([]);
  await press(page.getByRole("button", { name: "Tocar Como aceitar um atendimento" }));
  await expect.poll(() => asked).toContain("www.youtube-nocookie.com");
  await page.frameLocator("iframe").getByText("vídeo").waitFor();
  await openTab(owner, "Ajuda");
  await owner.act("Como aceitar um atendimento", "Editar Como aceitar um atendimento");
  await press(page.getByRole("button", { name: "Excluir", exact: true }));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
  await done(page);
  await context.close();
});
