import { asc, eq } from "drizzle-orm";
import type { NewMail } from "../../../../contracts/office/mails.ts";
import { schema } from "../../../../db/index.ts";
import { type GivenAgent, givenCompany, testDatabase } from "../../../../db/testing/given.ts";
import { changeSetting, openSettingsBox } from "../../../account/settings/index.ts";
import { acting, atDesk } from "../../../testing.ts";
import { sendDueMails, sendMail } from "../index.ts";

export const mailBox = openSettingsBox("mails of the tests");

/** Stores the mail server of a company, as its admin. */
export async function givenMailServer(admin: GivenAgent, url: string, more: Record<string, string> = {}) {
  const values = { smtpauth: url, usersmtpauth: "contato@olaria.example", clientsecretsmtpauth: "segredo", ...more };
  for (const [key, value] of Object.entries(values))
    await acting(admin, (ctx) => changeSetting(ctx, { key, value }, mailBox));
}

export async function givenMailingCompany(url: string) {
  const company = await givenCompany();
  await givenMailServer(company.admin, url);
  return company;
}

export const mailTo = (to: string[], more: Partial<NewMail> = {}): NewMail => ({
  ...{ to, subject: "Convite", body: "Oi!\n\nAté <sábado>.", sendAt: null, replacesId: null },
  ...more,
});

export const write = (agent: GivenAgent, mail: NewMail, now = new Date()) =>
  acting(agent, (ctx) => sendMail(ctx, mail), now);

/** Sends the due mails of a company as the connector does. */
export function work(
  companyId: string,
  {
    allowed = [],
    perHour = 500,
    perDay = 5_000,
    now = () => new Date(),
    leaseMs = 60_000,
    signal,
  }: Partial<{
    allowed: string[];
    perHour: number;
    perDay: number;
    now: () => Date;
    leaseMs: number;
    signal: AbortSignal;
  }> = {},
) {
  return sendDueMails({
    run: (task) => testDatabase().company(companyId, (db) => task({ db, companyId, now: now() })),
    box: mailBox,
    rules: { allowed: ["127.0.0.1", ...allowed], perHour, perDay },
    leaseMs,
    waits: { connectMs: 20_000, idleMs: 20_000, attemptMs: 40_000 },
    isStopping: () => false,
    signal,
  });
}

const { mailRecipients: rows } = schema;

export const recipientsOf = (companyId: string) =>
  atDesk(companyId, (ctx) =>
    ctx.db.select().from(rows).where(eq(rows.companyId, companyId)).orderBy(asc(rows.mailId), asc(rows.position)),
  );

export const statesOf = async (companyId: string) => (await recipientsOf(companyId)).map(({ state }) => state);
