import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { seriousViolations } from "./desk/access.ts";
import { browser, desktop, openBrowser, password, phone, press, screenshot } from "./desk/browser.ts";
import { sandbox, signUpCompany } from "./desk/new-company.ts";

afterAll(async () => (await browser()).close());

const NEW = "Jarra-azul-7";
type Mail = { id: string; to: string; subject: string; text: string };

/** Returns the newest mail to an address whose subject matches, as soon as it arrives. */
async function mailTo(address: string, subject: RegExp, after: string | null = null): Promise<Mail> {
  let found: Mail | undefined;
  const look = async () => {
    const mails = await sandbox<Mail[]>("/mails");
    found = mails.find((mail) => mail.to === address && subject.test(mail.subject));
    return found !== undefined && found.id !== after;
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
  return found as Mail;
}

/** Reads the code on the sandbox's page of mails. */
async function readCode(page: Page, { id }: Mail): Promise<string> {
  await page.goto(`/sandbox/mail/${id}`);
  const text = await page.frameLocator("article iframe").locator("body").innerText();
  const code = /Seu código é ([2-9A-Z]{4} [2-9A-Z]{4})\./.exec(text)?.[1];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

const codeField = (page: Page) => page.getByLabel("Código de verificação");

async function fillStep(page: Page, code: string, secret = NEW): Promise<void> {
  await codeField(page).fill(code);
  await page.getByLabel("Nova senha").fill(secret);
  await page.getByLabel("Confirmar senha").fill(secret);
  await press(page.getByRole("button", { name: "Redefinir Senha" }));
}

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await press(page.getByRole("link", { name: "Esqueci minha senha" }));
  // The sign-in has a field of the same name.
  await page.getByRole("button", { name: "Enviar e-mail" }).waitFor();
  await page.getByLabel("E-mail").fill(email.toUpperCase());
  await press(page.getByRole("button", { name: "Enviar e-mail" }));
  await page.getByRole("heading", { name: "Escolha uma nova senha" }).waitFor();
}

test.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("a code from the mail resets the password and ends the old session (%s)", async (size, viewport) => {
  const { page: old, email } = await signUpCompany({ viewport });
  const context = await openBrowser({ viewport });
  const page = await context.newPage();
  await page.goto("/forgetpsw");
  await page.getByLabel("E-mail").fill("ninguem@balcao.example");
  await press(page.getByRole("button", { name: "Enviar e-mail" }));
  await page.getByText("E-mail não encontrado").first().waitFor();
  await screenshot(page, `forgot-password-email-${size}`);
  expect(await seriousViolations(page)).toEqual([]);

  await askForCode(page, email);
  const mails = await context.newPage();
  const code = await readCode(mails, await mailTo(email, /^Código/));
  await codeField(page).pressSequentially(code.slice(0, 6));
  await page.getByLabel("Nova senha").fill("jarra-azul");
  await screenshot(page, `forgot-password-code-${size}`);
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Redefinir Senha" }));
  await page.getByText("O código tem oito letras e números.").waitFor();
  await page.getByText(/^Sua senha precisa ter no mínimo 8 caracteres/).waitFor();
  // A reload in the middle keeps the step.
  await page.reload();
  await page.getByText(email.toUpperCase()).waitFor();
  await context.setOffline(true);
  await page.getByText(/para redefinir a senha, é preciso internet/).waitFor();
  await context.setOffline(false);
  await fillStep(page, ` ${code.toLowerCase()} `);
  await page.getByText("Senha redefinida com sucesso.").waitFor();
  await page.getByRole("heading", { name: "Entrar" }).waitFor();

  await old.getByRole("heading", { name: "Entrar" }).waitFor();
  await mailTo(email, /^Sua senha foi redefinida/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page.getByRole("button", { name: "Entrar" }));
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Senha", { exact: true }).fill(NEW);
  await press(page.getByRole("button", { name: "Entrar" }));
  await page.waitForURL((url) => url.pathname === "/");
});

test.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("after five wrong codes the right one fails, a new one works (%s, dark)", async (size, viewport) => {
  const { email } = await signUpCompany({ viewport });
  const context = await openBrowser({ viewport, theme: "dark" });
  const page = await context.newPage();
  await askForCode(page, email);
  const first = await mailTo(email, /^Código/);
  const mails = await context.newPage();
  const code = await readCode(mails, first);
  const wrong = page.getByText(/^Código errado ou vencido/);
  for (let count = 0; count < 5; count += 1) {
    await fillStep(page, `AAAA222${count + 2}`);
    await wrong.waitFor();
    await codeField(page).fill("");
    await wrong.waitFor({ state: "detached" });
  }
  await fillStep(page, code);
  await wrong.waitFor();
  await screenshot(page, `forgot-password-code-${size}-dark`);
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Trocar e-mail" }));
  await page.getByRole("button", { name: "Enviar e-mail" }).waitFor();
  await screenshot(page, `forgot-password-email-${size}-dark`);
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Enviar e-mail" }));
  await page.getByRole("heading", { name: "Escolha uma nova senha" }).waitFor();
  await fillStep(page, await readCode(mails, await mailTo(email, /^Código/, first.id)));
  await page.getByText("Senha redefinida com sucesso.").waitFor();
});
