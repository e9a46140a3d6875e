import { and, eq } from "drizzle-orm";
import { type SecretBox, schema } from "../../db/index.ts";
import type { Language } from "../../sync/contracts/mail.ts";
import { RESET_CODE_MINUTES } from "../../sync/contracts/password-reset.ts";
import { standingColumn } from "../companies/index.ts";
import type { DeskContext } from "../context.ts";
import { queueSecretMail } from "../mail/index.ts";

const { users, companies, passwordResets } = schema;

export type ResetRequest = {
  userId: string;
  code: string;
  /** Keyed with SECRET_KEY. */
  codeHash: string;
  /** The language of the request; null: the company's. */
  language: Language | null;
};

/**
 * Mails the user a code that replaces the last one. Returns false for a user who does not exist or whose company is
 * inactive.
 */
export async function requestPasswordReset(ctx: DeskContext, box: SecretBox, request: ResetRequest): Promise<boolean> {
  const { db, companyId, now } = ctx;
  const { userId, code, codeHash } = request;
  const [user] = await db
    .select({
      name: users.name,
      email: users.email,
      language: companies.language,
      standing: standingColumn(now),
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  if (!user || user.standing === "inactive") return false;
  const expiresAt = new Date(now.getTime() + RESET_CODE_MINUTES * 60_000);
  const fresh = { codeHash, expiresAt, attempts: 0, createdAt: now };
  await db
    .insert(passwordResets)
    .values({ companyId, userId, ...fresh })
    .onConflictDoUpdate({ target: [passwordResets.companyId, passwordResets.userId], set: fresh });
  const { name, email } = user;
  await queueSecretMail(ctx, box, {
    ...{ to: email, template: "passwordReset" as const, language: request.language ?? user.language },
    ...{ values: { name, email, minutes: RESET_CODE_MINUTES, code }, secret: "code", expiresAt },
  });
  return true;
}
