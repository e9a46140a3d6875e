import { and, eq } from "drizzle-orm";
import { RESET_CODE_ATTEMPTS } from "../../../contracts/account/password-reset.ts";
import type { Language } from "../../../contracts/languages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { standingColumn } from "../companies/index.ts";
import { queueMail } from "../mail/index.ts";
import { countAttempt } from "./count-attempt.ts";
import { endUserSessions } from "./sessions.ts";

const { users, companies, passwordResets } = schema;

export type NewPasswordByCode = {
  userId: string;
  /** The hashes that the shown code may be stored as. */
  codeHashes: readonly string[];
  /** Hashes the new password; called for the right code only, because it takes as long as hundreds of guesses. */
  hash: () => Promise<string>;
  language: Language | null;
};

/**
 * Sets the user's password, ends all of their sessions and tells them by mail. Returns false for a code that is wrong,
 * used, expired or tried too often. It does not throw then: the transaction has to keep the count of the attempt.
 */
export async function resetPassword(ctx: DeskContext, reset: NewPasswordByCode): Promise<boolean> {
  const { db, companyId, now } = ctx;
  const { userId } = reset;
  const isOwn = and(eq(passwordResets.companyId, companyId), eq(passwordResets.userId, userId));
  const attempt = { isOwn, codeHashes: reset.codeHashes, most: RESET_CODE_ATTEMPTS, now };
  if (!(await countAttempt(db, passwordResets, attempt))?.isRight) return false;
  await db.delete(passwordResets).where(isOwn);
  const [company] = await db
    .select({ language: companies.language, standing: standingColumn(now) })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company || company.standing === "inactive") return false;
  const [user] = await db
    .update(users)
    .set({ passwordHash: await reset.hash(), updatedAt: now })
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)))
    .returning({ name: users.name, email: users.email });
  if (!user) return false;
  await endUserSessions(db, { companyId, id: userId }, "ended");
  const language = reset.language ?? company.language;
  await queueMail(ctx, { to: user.email, template: "passwordChanged", language, values: user });
  return true;
}

/** Makes the mailed codes invalid, where the password or the address that it was sent to changes. */
export async function dropResetCode({ db, companyId }: DeskContext, userId: string): Promise<void> {
  await db
    .delete(passwordResets)
    .where(and(eq(passwordResets.companyId, companyId), eq(passwordResets.userId, userId)));
}
