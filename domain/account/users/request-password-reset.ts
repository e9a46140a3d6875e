import { and, eq, lte } from "drizzle-orm";
import { FIRST_ACCESS_DAYS, RESET_CODE_MINUTES } from "../../../contracts/account/password-reset.ts";
import type { Language } from "../../../contracts/languages.ts";
import { type SecretBox, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { standingColumn } from "../companies/index.ts";
import { queueSecretMail } from "../mail/index.ts";

const { users, companies, passwordResets } = schema;

export type ResetRequest = {
  userId: string;
  code: string;
  /** Keyed with SECRET_KEY. */
  codeHash: string;
  /** The language of the request; null: the company's. */
  language: Language | null;
  /** For somebody who has no password yet: the mail says so, and the code is valid for days. */
  isFirstAccess?: boolean;
};

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * Mails the user a code. Those that were mailed before stay valid. Returns false for a user who does not exist or whose
 * company is inactive.
 */
export async function requestPasswordReset(ctx: DeskContext, box: SecretBox, request: ResetRequest): Promise<boolean> {
  const { db, companyId, now } = ctx;
  const { userId, code, codeHash, isFirstAccess = false } = request;
  const [user] = await db
    .select({
      name: users.name,
      email: users.email,
      company: companies.name,
      language: companies.language,
      standing: standingColumn(now),
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  if (!user || user.standing === "inactive") return false;
  const minutes = isFirstAccess ? FIRST_ACCESS_DAYS * DAY_MINUTES : RESET_CODE_MINUTES;
  const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
  const isOfUser = and(eq(passwordResets.companyId, companyId), eq(passwordResets.userId, userId));
  await db.delete(passwordResets).where(and(isOfUser, lte(passwordResets.expiresAt, now)));
  await db.insert(passwordResets).values({ companyId, userId, codeHash, expiresAt, createdAt: now });
  const { name, email, company } = user;
  const mail = { to: email, language: request.language ?? user.language, secret: "code" as const, expiresAt };
  if (isFirstAccess) {
    const values = { name, email, company, days: FIRST_ACCESS_DAYS, code };
    await queueSecretMail(ctx, box, { ...mail, template: "firstAccess", values });
  } else
    await queueSecretMail(ctx, box, { ...mail, template: "passwordReset", values: { name, email, minutes, code } });
  return true;
}
