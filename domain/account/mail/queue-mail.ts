import { and, asc, eq, inArray } from "drizzle-orm";
import type { MailTemplate } from "../../../contracts/account/mail.ts";
import { can, profiles } from "../../../contracts/account/permissions.ts";
import type { Language } from "../../../contracts/languages.ts";
import { type CompanyDb, enqueue, type SecretBox, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { MailValues } from "./mail.ts";
import { sealValues } from "./sealed-values.ts";

const { companies, users } = schema;

export type QueuedMail<T extends MailTemplate> = {
  to: string;
  template: T;
  language: Language;
  values: MailValues[T];
};

/** The transaction that causes a mail, and the company that it is about; null: a sign-up, before a company exists. */
export type MailContext = { db: CompanyDb; companyId: string | null };

/** Sends a mail after this transaction commits. Without a mail server the job ends without a mail. */
export async function queueMail<T extends MailTemplate>(ctx: MailContext, mail: QueuedMail<T>): Promise<void> {
  await enqueue(ctx.db, "mail.send", { companyId: ctx.companyId, ...mail });
}

/**
 * The same for a mail with a secret. The value named `secret` is encrypted in the job, and the mail is not sent after
 * `expiresAt`.
 */
export async function queueSecretMail<T extends MailTemplate>(
  ctx: MailContext,
  box: SecretBox,
  mail: QueuedMail<T> & { secret: keyof MailValues[T] & string; expiresAt: Date },
): Promise<void> {
  const { to, template, language, secret, expiresAt } = mail;
  const { companyId } = ctx;
  const { [secret]: hidden = "", ...values }: Record<string, string | number> = mail.values;
  const sealed = sealValues(box, { companyId, to, template }, { [secret]: hidden });
  const job = { companyId, to, template, language, values, sealed, expiresAt: expiresAt.toISOString() };
  await enqueue(ctx.db, "mail.send", job);
}

/** The same as `queueMail`, to the company's address for invoices, in the company's language. A company without an address gets none. */
export async function queueCompanyMail<T extends MailTemplate>(
  ctx: DeskContext,
  mail: Pick<QueuedMail<T>, "template" | "values">,
): Promise<void> {
  const [company] = await ctx.db
    .select({ to: companies.email, language: companies.language })
    .from(companies)
    .where(eq(companies.id, ctx.companyId));
  if (company?.to) await queueMail(ctx, { ...mail, to: company.to, language: company.language });
}

/** The same to each admin of the company. */
export async function queueAdminMails<T extends MailTemplate>(
  { db, companyId }: DeskContext,
  mail: Pick<QueuedMail<T>, "template" | "values">,
): Promise<void> {
  const admins = await db
    .select({ to: users.email, language: companies.language })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), inArray(users.profile, profiles.filter(can.manageSettings))))
    .orderBy(asc(users.id));
  for (const admin of admins) await queueMail({ db, companyId }, { ...mail, ...admin });
}
