import { afterAll, expect, test } from "vitest";
import { givenPhoneNumber } from "../db/testing/phone-numbers.ts";
import { seriousViolations } from "./desk/access.ts";
import { at } from "./desk/agent.ts";
import { browser, desktop, openBrowser, password, phone, press, screenshot } from "./desk/browser.ts";
import { connectFirstNumber, sandbox, signUpCompany } from "./desk/new-company.ts";

afterAll(async () => (await browser()).close());

test.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)(
  "a company signs up, connects its first number and answers its first customer (%s)",
  async (size, viewport) => {
    const { page, context, name, onPhone } = await signUpCompany({ viewport });
    expect(new URL(page.url()).pathname).toBe("/");
    if (!onPhone) await page.getByText(/^Teste grátis até \d\d\/\d\d\/\d{4}$/).waitFor();
    await page.getByText(/^Seu teste grátis termina em \d dias?/).waitFor();
    await screenshot(page, `first-steps-after-sign-up-${size}`);
    expect(await seriousViolations(page)).toEqual([]);

    const id = await connectFirstNumber(page, name, onPhone);

    await page.getByLabel("Nome da fila").fill("Balcão");
    await press(page.getByRole("button", { name: "Criar fila" }));
    await page
      .getByRole("button", { name: /^Oferecer em/ })
      .click({ timeout: 5_000 })
      .catch(() => {}); // offered by itself
    await page.getByText("Fila Balcão criada").waitFor();
    await press(page.getByRole("button", { name: "Por enquanto só eu atendo" }));
    await page.getByRole("heading", { name: "Falta 1 passo" }).waitFor();

    const from = givenPhoneNumber();
    await sandbox("/messages", { connectionId: id, from, name: "Primeira Cliente", body: "Vocês abrem hoje?" });
    await page.goto("/tickets");
    const admin = at(page, context, onPhone);
    await admin.waiting();
    await admin.accept("Primeira Cliente");
    await page.getByText("Vocês abrem hoje?").last().waitFor();
    await admin.reply("Abrimos, sim!");
    const received = async () => {
      const all = await sandbox<{ body: string; fromMe: boolean }[]>(`/messages?connectionId=${id}&number=${from}`);
      return all.filter(({ fromMe }) => !fromMe).map(({ body }) => body);
    };
    await expect.poll(async () => (await received()).join(), { timeout: 20_000 }).toContain("Abrimos, sim!");
    await page.goto("/");
    await page.getByRole("heading", { name: "Painel" }).waitFor({ state: "attached" });
  },
);

test("sign-up: an existing account and a lost network are said in words, and the link leads to the sign-in", async () => {
  const context = await openBrowser();
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByRole("link", { name: "Criar conta" }).click();
  await page.getByLabel("Nome da empresa").fill("Olaria de novo");
  await page.getByLabel("E-mail").fill("admin@demo.example");
  await page.getByLabel("Celular com DDD").pressSequentially("31955500301");
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^Plano/ }).click();
  await page.getByRole("option", { name: /^Equipe/ }).click();
  await context.setOffline(true);
  await page.getByText(/para criar a conta, é preciso internet/).waitFor();
  await screenshot(page, "sign-up-offline");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Criar conta e começar" }).click();
  await page.getByText("Já existe uma conta.").waitFor();
  await screenshot(page, "sign-up-taken");
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByText("Já existe uma conta.").getByRole("link", { name: "Entrar" }).click();
  await page.getByRole("heading", { name: "Entrar" }).waitFor();
});
