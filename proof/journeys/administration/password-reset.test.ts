import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import { desktop, openBrowser, password, phone, press, screenshot } from "../desk/browser.ts";
import { type Mail, mailTo, signUpCompany } from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

const NEW = "Jarra-azul-7";
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

test.each(
  usually("desktop", [
    ["desktop", desktop],
    ["phone", phone],
  ] as const),
)("a code from the mail resets the password and ends the old session (%s)", async (size, viewport) => {
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
  const code = await readCode(mails, await mailTo(email, /^Código para/));
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

test.each(
  usually("phone", [
    ["desktop", desktop],
    ["phone", phone],
  ] as const),
)("after five wrong codes and a second mail the first code still works (%s, dark)", async (size, viewport) => {
  const { email } = await signUpCompany({ viewport });
  const context = await openBrowser({ viewport, theme: "dark" });
  const page = await context.newPage();
  await askForCode(page, email);
  const first = await mailTo(email, /^Código para/);
  const mails = await context.newPage();
  const code = await readCode(mails, first);
  const wrong = page.getByText(/^Código errado ou vencido/);
  for (let count = 0; count < 5; count += 1) {
    await fillStep(page, `AAAA222${count + 2}`);
    await wrong.waitFor();
    await codeField(page).fill("");
    await wrong.waitFor({ state: "detached" });
  }
  await fillStep(page, "AAAA2227");
  await wrong.waitFor();
  await screenshot(page, `forgot-password-code-${size}-dark`);
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Trocar e-mail" }));
  await page.getByRole("button", { name: "Enviar e-mail" }).waitFor();
  await screenshot(page, `forgot-password-email-${size}-dark`);
  expect(await seriousViolations(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Enviar e-mail" }));
  await page.getByRole("heading", { name: "Escolha uma nova senha" }).waitFor();
  // A stranger who asks for codes takes none from the user.
  await mailTo(email, /^Código para/, first.id);
  await fillStep(page, code);
  await page.getByText("Senha redefinida com sucesso.").waitFor();
});
