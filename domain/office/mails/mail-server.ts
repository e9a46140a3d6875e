import { eq } from "drizzle-orm";
import { type MailSender, readMailHost, readMailSender } from "../../../contracts/account/mail-server.ts";
import { type SecretBox, schema } from "../../../db/index.ts";
import type { SmtpServer } from "../../../outside/mail/index.ts";
import { openSetting, secretSettings } from "../../account/settings/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

const { companies } = schema;

/** A company's mail server with its login and sender. */
export type MailServer = SmtpServer & { from: MailSender };

/** Returns the mail server of the company's settings; null: host or sender is missing. */
export async function findMailServer(ctx: DeskContext, box: SecretBox): Promise<MailServer | null> {
  const settings = await secretSettings(ctx);
  const host = readMailHost(settings.get("smtpauth") ?? "");
  const from = await senderOf(ctx, settings);
  if (!host || !from) return null;
  const stored = settings.get("clientsecretsmtpauth") ?? "";
  const password = openSetting(ctx, box, "clientsecretsmtpauth", stored);
  return { ...host, user: settings.get("usersmtpauth") ?? "", password, from };
}

/** The sender's setting, otherwise the user if it is an address. Without a name of its own it has the company's. */
async function senderOf(ctx: DeskContext, settings: Map<string, string>): Promise<MailSender | null> {
  const sender =
    readMailSender(settings.get("sendersmtpauth") ?? "") ?? readMailSender(settings.get("usersmtpauth") ?? "");
  if (!sender || sender.name) return sender;
  const [company] = await ctx.db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, ctx.companyId));
  return { ...sender, name: (company?.name ?? "").replace(/\p{Cc}+/gu, " ") };
}

/** Everything about the mail server but its secrets: for the screens of everyone. */
export type MailSetup = { isSetUp: boolean; from: MailSender | null };

export async function getMailSetup(ctx: Context): Promise<MailSetup> {
  const settings = await secretSettings(ctx);
  const from = await senderOf(ctx, settings);
  const isSetUp = readMailHost(settings.get("smtpauth") ?? "") !== null && from !== null;
  return { isSetUp, from: isSetUp ? from : null };
}

/** Returns the mail server to test, for admins. */
export function mailServerToTest(ctx: Context, box: SecretBox): Promise<MailServer | null> {
  requirePermission(ctx, "manageSettings");
  return findMailServer(ctx, box);
}
