import { sql } from "drizzle-orm";
import type { MailJob, MailTemplate } from "../../contracts/account/mail.ts";
import type { Database, Secrets } from "../../db/index.ts";
import { openMailBox } from "../../domain/account/mail/index.ts";

/** Returns the jobs of mails to an address, oldest first. */
export async function mailJobsTo(database: Database, to: string): Promise<MailJob[]> {
  const rows = await database.platform.execute<{ data: MailJob }>(
    sql`select data from pgboss.job where name = 'mail.send' and data->>'to' = ${to} order by created_on, id`,
  );
  return rows.map(({ data }) => data);
}

/** Returns the code of the last mail to an address, as its recipient reads it. */
export const mailedCode = (
  database: Database,
  secrets: Secrets,
  to: string,
  wanted: "passwordReset" | "firstAccess" | "signUpCode" | "signUpCodeKnown" = "passwordReset",
): Promise<string> => mailedSecret(database, secrets, to, wanted, "code");

/** The same for the token of the link to create a company. */
export const mailedSignUpToken = (database: Database, secrets: Secrets, to: string): Promise<string> =>
  mailedSecret(database, secrets, to, "signUpLink", "token");

async function mailedSecret(
  database: Database,
  secrets: Secrets,
  to: string,
  wanted: MailTemplate,
  field: "code" | "token",
): Promise<string> {
  const job = (await mailJobsTo(database, to)).findLast(({ template }) => template === wanted);
  if (!job?.sealed) throw new Error(`no ${field} was mailed`);
  const place = `${job.companyId}/${job.to}/${job.template}`;
  return JSON.parse(openMailBox(secrets).open(Buffer.from(job.sealed, "base64"), place).toString())[field];
}
