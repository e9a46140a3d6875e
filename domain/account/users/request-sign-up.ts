import { SIGN_UP_LINK_HOURS, type SignUpInput } from "../../../contracts/account/sign-up.ts";
import type { Language } from "../../../contracts/languages.ts";
import type { SecretBox } from "../../../db/index.ts";
import { queueMail, queueSecretMail } from "../mail/index.ts";
import { requirePublicPlan } from "../plans/index.ts";
import type { SignUpContext } from "./sign-up-code.ts";
import { insertToken } from "./sign-up-token.ts";

export type RequestedSignUp = Omit<SignUpInput, "password" | "proof"> & {
  passwordHash: string;
  language: Language;
  token: string;
  tokenHash: string;
  /** Whether the address has an account: it is then told so, and nothing is stored. */
  hasAccount: boolean;
};

/**
 * Keeps a sign-up whose address is not confirmed, and mails the link that confirms it. No company exists until it is
 * opened, and the mail has no text of the sign-up. Returns until when the link is valid, also for an address that has an
 * account.
 */
export async function requestSignUp(
  { db, now }: SignUpContext,
  box: SecretBox,
  { email, token, tokenHash, hasAccount, language, ...wanted }: RequestedSignUp,
): Promise<{ expiresAt: Date }> {
  await requirePublicPlan({ db }, wanted.planId);
  const expiresAt = new Date(now.getTime() + SIGN_UP_LINK_HOURS * 3_600_000);
  const ctx = { db, companyId: null };
  if (hasAccount) {
    await queueMail(ctx, { to: email, template: "signUpKnown", language, values: {} });
    return { expiresAt };
  }
  await insertToken(db, { tokenHash, email, pending: { ...wanted, language }, expiresAt, now });
  const values = { hours: SIGN_UP_LINK_HOURS, token };
  await queueSecretMail(ctx, box, { to: email, template: "signUpLink", language, values, secret: "token", expiresAt });
  return { expiresAt };
}
