import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";
import { seriousViolations } from "../desk/access.ts";
import { at } from "../desk/agent.ts";
import { desktop, openBrowser, password, phone, press, screenshot } from "../desk/browser.ts";
import {
  askForSignUpCode,
  confirmSignUpCode,
  connectFirstNumber,
  fillSignUpCompany,
  mailTo,
  sandbox,
  signUpCode,
  signUpCompany,
} from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

test.each(
  usually("phone", [
    ["desktop", desktop],
    ["phone", phone],
  ] as const),
)("a company signs up, connects its first number and answers its first customer (%s)", async (size, viewport) => {
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
  await expect.poll(async () => (await received()).join()).toContain("Abrimos, sim!");
  await page.goto("/");
  await page.getByRole("heading", { name: "Painel" }).waitFor({ state: "attached" });
});

test.each(
  usually("desktop", [
    ["desktop", "light", desktop],
    ["phone", "dark", phone],
  ] as const),
)("sign-up: wrong codes, a reload, Back and a lost network (%s, %s)", async (size, theme, viewport) => {
  const context = await openBrowser({ viewport, theme });
  const page = await context.newPage();
  const email = `bia@${randomUUID()}.example`;
  const shoot = async (state: string) => {
    const right = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().right);
    expect(right, `${state} is as wide as the screen`).toBeLessThanOrEqual(viewport.width);
    await screenshot(page, `sign-up-${state}-${size}-${theme}`);
    expect(await seriousViolations(page)).toEqual([]);
  };
  await page.goto("/login");
  await press(page.getByRole("link", { name: "Criar conta" }));
  await page.getByLabel("Seu nome").waitFor();
  await shoot("you");
  await askForSignUpCode(page, "Beatriz Alencar", email);
  const { code, id } = await signUpCode(email);
  const wrong = code === "000000" ? "111111" : "000000";
  await page.getByLabel("Código", { exact: true }).fill(code.slice(0, 4));
  await page.reload();
  await page.getByRole("heading", { name: "Digite o código" }).waitFor();
  expect(await page.getByLabel("Código", { exact: true }).inputValue()).toBe(code.slice(0, 4));
  await shoot("code");
  await page.goBack();
  expect(await page.getByLabel("Seu nome").inputValue()).toBe("Beatriz Alencar");
  await press(page.getByRole("button", { name: "Receber o código" }));
  await confirmSignUpCode(page, wrong);
  await page.getByText("Restam 4 tentativas.").waitFor();
  await shoot("wrong");

  await confirmSignUpCode(page, code);
  await page.getByRole("heading", { name: "Sua empresa" }).waitFor();
  expect((await mailTo(email, /./)).id).toBe(id);
  await fillSignUpCompany(page, "Café Mirante");
  await shoot("company");
  await context.setOffline(true);
  await page.getByText(/para criar a conta, é preciso internet/).waitFor();
  await screenshot(page, `sign-up-offline-${size}-${theme}`);
  await context.setOffline(false);
  await page.reload();
  expect(await page.getByLabel("Nome da empresa").inputValue()).toBe("Café Mirante");
  expect(await page.getByLabel("Senha", { exact: true }).inputValue()).toBe("");
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page.getByRole("button", { name: "Criar conta e começar" }));
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor();
});

test("sign-up: after five wrong codes it waits; an existing account is named only after its code", async () => {
  const context = await openBrowser();
  const page = await context.newPage();
  await page.goto("/signup");
  await askForSignUpCode(page, "Beatriz Alencar", `bia@${randomUUID()}.example`);
  for (let count = 0; count < 5; count += 1) {
    await confirmSignUpCode(page, `99999${count}`);
    await page.getByText(count < 4 ? /Restam? \d tentativas?\./ : /^Foram 5 códigos errados/).waitFor();
    if (count < 4) await page.getByLabel("Código", { exact: true }).fill("");
  }
  await screenshot(page, "sign-up-locked-desktop-light");
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Usar outro e-mail" }));

  const { email, name } = await signUpCompany();
  const { id: first } = await signUpCode(email);
  await askForSignUpCode(page, "Outra pessoa", email);
  await confirmSignUpCode(page, (await signUpCode(email, first)).code);
  await page.getByRole("heading", { name: "Este e-mail já tem uma conta" }).waitFor();
  await page.getByText(new RegExp(`· ${name} · desde `)).waitFor();
  await screenshot(page, "sign-up-known-desktop-light");
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Entrar nesta conta" }));
  await page.getByRole("heading", { name: "Entrar" }).waitFor();
});

test("sign-up: a sign-up by HTTP creates nothing until its mailed link is opened", async () => {
  const context = await openBrowser();
  const page = await context.newPage();
  await page.goto("/login");
  const email = `bia@${randomUUID()}.example`;
  const answer = await page.evaluate(
    async ([address, secret]) => {
      const plans: { id: string }[] = await (await fetch("/plans/list")).json();
      const body = { name: "Café por HTTP", email: address, phone: "31955500301", password: secret };
      const response = await fetch("/companies/cadastro", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...body, planId: plans[0]?.id }),
      });
      return { status: response.status, body: await response.json() };
    },
    [email, password] as const,
  );
  expect(answer).toMatchObject({ status: 200, body: { confirmationSent: true } });
  const { text } = await mailTo(email, /^Confirme o seu e-mail/);
  const token = /\/signup\/confirm#(\S+)/.exec(text)?.[1];
  if (!token) throw new Error(`no link in: ${text}`);
  await page.goto(`/signup/confirm#${token}`);
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor();
  expect(page.url()).not.toContain(token);
});

test("a list that closes while the account opens leaves the app where it is", async () => {
  const context = await openBrowser();
  const page = await context.newPage();
  const [name, email] = [`Café ${randomUUID().slice(0, 8)}`, `admin@${randomUUID()}.example`];
  await page.goto("/signup?companyId=7");
  await askForSignUpCode(page, name, email);
  await confirmSignUpCode(page, (await signUpCode(email)).code);
  await fillSignUpCompany(page, name);
  const answer = Promise.withResolvers<void>();
  let isCreated = false;
  await page.route("**/companies/cadastro", async (route) => {
    const response = await route.fetch();
    isCreated = true;
    await answer.promise;
    await route.fulfill({ response });
  });
  await press(page.getByRole("button", { name: /^Plano/ }));
  const plan = page.getByRole("option", { name: /^Essencial/ });
  await plan.waitFor();
  // The list has an entry in the browser's history, which goes a tenth of a second after the list has closed.
  await page.evaluate(() => document.querySelector("form")?.requestSubmit());
  await expect.poll(() => isCreated).toBe(true);
  await press(plan);
  answer.resolve();
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor();
  const left: string[] = [];
  page.on("framenavigated", (frame) => left.push(frame.url()));
  await page.goBack();
  await expect.poll(() => left.length).toBeGreaterThan(0);
  // The entries below belong to the sign-up, which leads a signed-in user to the tickets.
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor();
  await context.close();
});
