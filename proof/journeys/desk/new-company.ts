import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import postgres from "postgres";
import { expect, inject } from "vitest";
import { openBrowser, password, phone, press } from "./browser.ts";

type Options = Parameters<typeof openBrowser>[0];

/** Asks the sandbox: a GET without a body, otherwise a POST. */
export async function sandbox<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${inject("deskUrl")}/sandbox${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export type Mail = { id: string; to: string; subject: string; text: string };

/** Returns the newest mail to an address whose subject matches, as soon as it arrives. `after`: the id of an older one. */
export async function mailTo(address: string, subject: RegExp, after: string | null = null): Promise<Mail> {
  let found: Mail | undefined;
  const look = async () => {
    const mails = await sandbox<Mail[]>("/mails");
    found = mails.find((mail) => mail.to === address && subject.test(mail.subject));
    return found !== undefined && found.id !== after;
  };
  await expect.poll(look).toBe(true);
  return found as Mail;
}

/** Returns the code of a sign-up from the newest mail, whose subject has it. `after`: the id of an older mail. */
export async function signUpCode(email: string, after: string | null = null): Promise<{ code: string; id: string }> {
  const { subject, id } = await mailTo(email, /^\d{6} é o seu código do Balcão$/, after);
  return { code: subject.slice(0, 6), id };
}

/** Fills the first step of a sign-up and asks for the code. */
export async function askForSignUpCode(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Seu nome").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await press(page.getByRole("button", { name: "Receber o código" }));
  await page.getByRole("heading", { name: "Digite o código" }).waitFor();
}

/** Types the code of a sign-up and confirms it. */
export async function confirmSignUpCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Código", { exact: true }).fill(code);
  await press(page.getByRole("button", { name: "Confirmar" }));
}

/** Fills the third step of a sign-up. */
export async function fillSignUpCompany(page: Page, name: string): Promise<void> {
  await page.getByLabel("Nome da empresa").fill(name);
  await page.getByLabel("Celular com DDD").pressSequentially("31955500301");
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page.getByRole("button", { name: /^Plano/ }));
  await press(page.getByRole("option", { name: /^Essencial/ }));
}

/** The journeys are one caller, who may sign up 20 companies within a quarter of an hour. */
const forgetAttempts = () => asOwner((sql) => sql`delete from sign_in_failures`);

/** Signs a company up on the screen and returns its admin's page, which shows the first steps. */
export async function signUpCompany(options: Options = {}, name = `Café ${randomUUID().slice(0, 8)}`) {
  const context = await openBrowser(options);
  const page = await context.newPage();
  const email = `admin@${randomUUID()}.example`;
  await forgetAttempts();
  await page.goto("/signup?companyId=7");
  await askForSignUpCode(page, name, email);
  await confirmSignUpCode(page, (await signUpCode(email)).code);
  await fillSignUpCompany(page, name);
  await press(page.getByRole("button", { name: "Criar conta e começar" }));
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor({ timeout: 60_000 });
  const companyId = await page.evaluate(() => localStorage.getItem("companyId") ?? "");
  return { page, context, name, email, companyId, onPhone: options.viewport === phone };
}

/** Connects the first number from the first steps, by its QR code. Returns the connection's id. */
export async function connectFirstNumber(page: Page, name: string, onPhone: boolean): Promise<string> {
  await press(page.getByRole("button", { name: onPhone ? "Conectar com um código" : "Ler QR Code" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading").first().waitFor();
  if (onPhone) await press(dialog.getByRole("button", { name: "Usar o QR Code" }));
  const connectionId = async () => {
    const all = await sandbox<{ id: string; name: string }[]>("/connections");
    return all.find((one) => one.name === name)?.id ?? "";
  };
  await expect.poll(connectionId).not.toBe("");
  const id = await connectionId();
  const scan = () =>
    sandbox(`/connections/${id}/scan`, {}).then(
      () => true,
      () => false,
    );
  await expect.poll(scan).toBe(true);
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByText(`${name}: número conectado`).waitFor();
  return id;
}

/** Runs statements as the database's owner. */
export async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Renames and recolours a queue that an earlier attempt of a journey has left, so that its name and colour are free. */
export const renameLeftQueue = (name: string): Promise<unknown> =>
  asOwner(
    (sql) => sql`
      update queues set name = name || ' ' || left(md5(random()::text), 6), color = '#' || left(md5(random()::text), 6)
      where name = ${name}`,
  );

/**
 * Inserts the next invoice of a company: due on its due date, or so many days later. The job creates it 20 days ahead,
 * a journey cannot wait for that.
 */
export const givenNextInvoice = (companyId: string, later = 0): Promise<number> =>
  asOwner(async (sql) => {
    const [row] = await sql<{ number: string }[]>`
      insert into invoices (company_id, id, detail, plan_id, recurrence, value_cents, period, due_date)
      select c.id, gen_random_uuid(), 'Plano ' || p.name || ' · jornada', p.id, c.recurrence, p.value_cents,
        (c.due_date at time zone c.time_zone)::date + ${later}::int, (c.due_date at time zone c.time_zone)::date + ${later}::int
      from companies c join plans p on p.id = c.plan_id where c.id = ${companyId}
      on conflict (company_id, period) where kind = 'period' do update set detail = excluded.detail
      returning number`;
    if (!row) throw new Error("the company has no plan");
    return Number(row.number);
  });

/** Moves the end of the last paid day so many days from now. */
export const setDueIn = (companyId: string, days: number): Promise<unknown> =>
  asOwner((sql) => sql`update companies set due_date = now() + make_interval(days => ${days}) where id = ${companyId}`);
