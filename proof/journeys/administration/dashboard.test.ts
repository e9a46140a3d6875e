import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

async function dashboard(options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const marina = await agent("admin@demo.example", options);
  await marina.page.goto("/");
  await marina.page.getByRole("table", { name: "Atendentes" }).waitFor();
  return marina;
}

/** The number on a card. */
const figure = ({ page }: Agent, label: string) =>
  page.getByRole("listitem").filter({ hasText: label }).locator("span.tabular-nums").first();
const numberOn = async (person: Agent, label: string) =>
  Number(((await figure(person, label).textContent()) ?? "").replaceAll(".", ""));

test("the dashboard counts a new ticket as pending, an accepted one as in service, a resolved one as finished", async () => {
  const marina = await dashboard();
  const [pending, happening, finished] = [
    await numberOn(marina, "Aguardando"),
    await numberOn(marina, "Atendendo"),
    await numberOn(marina, "Resolvidos"),
  ];
  const rosa = await customer("Rosa Figueira");
  await rosa.writes("Bom dia!");
  await expect.poll(() => numberOn(marina, "Aguardando")).toBe(pending + 1);
  const ana = await agent("ana@demo.example");
  await ana.waiting();
  await ana.accept("Rosa Figueira");
  await expect.poll(() => numberOn(marina, "Atendendo")).toBe(happening + 1);
  await ana.page.getByRole("button", { name: "Resolver" }).first().click();
  await expect.poll(() => numberOn(marina, "Resolvidos")).toBe(finished + 1);
  const row = marina.page
    .getByRole("table", { name: "Atendentes" })
    .getByRole("row")
    .filter({ hasText: "Ana" })
    .first();
  await row.getByText("online").waitFor();
  // Every figure links to the list behind it.
  await marina.page.getByRole("link", { name: /Aguardando/ }).click();
  await marina.page.waitForURL("**/tickets?tab=pending");
  expect(
    await marina.page
      .getByRole("tab", { name: /Aguardando/ })
      .first()
      .getAttribute("aria-selected"),
  ).toBe("true");
  await Promise.all([marina.context.close(), ana.context.close()]);
});

test("the dashboard's figures follow the chosen dates or period, and an empty choice is reported", async () => {
  const marina = await dashboard();
  const { page } = marina;
  await page.getByLabel("Data inicial").fill("");
  await page.getByLabel("Data final").fill("");
  await page.getByRole("button", { name: "Filtrar" }).click();
  await page.getByText("Parametrize o filtro").waitFor();
  await page.getByLabel("Data inicial").fill("2020-01-01");
  await page.getByLabel("Data final").fill("2020-01-31");
  await page.getByRole("button", { name: "Filtrar" }).click();
  await expect.poll(() => numberOn(marina, "Resolvidos")).toBe(0);
  await page.getByRole("button", { name: "Tipo de filtro" }).click();
  await page.getByRole("option", { name: "Período" }).click();
  await page.getByRole("button", { name: "Filtrar" }).click();
  await page.getByText("Parametrize o filtro").first().waitFor();
  await page.getByRole("button", { name: /Nenhum selecionado/ }).click();
  await page.getByRole("option", { name: "Últimos 30 dias" }).click();
  const answer = page.waitForResponse(/\/dashboard\?days=30$/);
  await page.getByRole("button", { name: "Filtrar" }).click();
  expect((await answer).status()).toBe(200);
  await marina.context.close();
});

test("users who are not admins start at the tickets", async () => {
  const ana = await agent("ana@demo.example");
  await ana.page.goto("/");
  await ana.page.waitForURL("**/tickets");
  expect(await ana.page.getByRole("link", { name: "Painel" }).count()).toBe(0);
  await ana.context.close();
});

testDisplayModes(
  "the figures can be read and used",
  { email: "admin@demo.example", path: "/", usual: "celular-escuro" },
  async (marina, { name }) => {
    await marina.page.getByRole("table", { name: "Atendentes" }).waitFor();
    const { page } = marina;
    await screenshot(page, `dashboard-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await marina.context.setOffline(true);
    await page.getByText(/^Dados de hoje, \d\d:\d\d\./).waitFor();
    await expect.poll(() => page.getByRole("table", { name: "Atendentes" }).count()).toBe(1);
  },
);
