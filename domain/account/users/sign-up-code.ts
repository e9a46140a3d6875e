import { eq, isNull, lte, or } from "drizzle-orm";
import {
  SIGN_UP_CODE_ATTEMPTS,
  SIGN_UP_CODE_MINUTES,
  SIGN_UP_PROOF_MINUTES,
  SIGN_UP_WAIT_MINUTES,
} from "../../../contracts/account/sign-up.ts";
import type { Language } from "../../../contracts/languages.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { type CompanyDb, type SecretBox, schema } from "../../../db/index.ts";
import { queueSecretMail } from "../mail/index.ts";
import { countAttempt } from "./count-attempt.ts";
import { insertToken } from "./sign-up-token.ts";

const { signUpCodes } = schema;

const MINUTE_MS = 60_000;
const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

/** A transaction of the platform, before a company exists. */
export type SignUpContext = { db: CompanyDb; now: Date };

export type SignUpCodeRequest = {
  email: string;
  code: string;
  /** Keyed with SECRET_KEY. */
  codeHash: string;
  /** Whether the address has an account. Only the mail differs. */
  hasAccount: boolean;
  language: Language;
  /** The time zone in which the mail names the end of the code. */
  timeZone: string;
};

/**
 * Mails the address a code that replaces the last one. After too many wrong attempts no code is mailed for a while: returns
 * the end of that time.
 */
export async function requestSignUpCode(
  { db, now }: SignUpContext,
  box: SecretBox,
  { email, code, codeHash, hasAccount, language, timeZone }: SignUpCodeRequest,
): Promise<{ expiresAt: Date; lockedUntil: null } | { lockedUntil: Date }> {
  const expiresAt = after(now, SIGN_UP_CODE_MINUTES);
  const fresh = { codeHash, expiresAt, attempts: 0, lockedUntil: null };
  const [stored] = await db
    .insert(signUpCodes)
    .values({ email, ...fresh })
    .onConflictDoUpdate({
      target: signUpCodes.email,
      set: fresh,
      setWhere: or(isNull(signUpCodes.lockedUntil), lte(signUpCodes.lockedUntil, now)),
    })
    .returning({ email: signUpCodes.email });
  if (!stored) return { lockedUntil: (await findCode(db, email))?.lockedUntil ?? now };
  const template = hasAccount ? "signUpCodeKnown" : "signUpCode";
  const values = { until: localMinute(expiresAt, timeZone).slice(11, 16), code };
  await queueSecretMail({ db, companyId: null }, box, {
    to: email,
    template,
    language,
    values,
    secret: "code",
    expiresAt,
  });
  return { expiresAt, lockedUntil: null };
}

export type SignUpAttempt = {
  email: string;
  /** The hashes that the shown code may be stored as. */
  codeHashes: readonly string[];
  /** The hash of the proof that the right code gives; null: the address has an account, and gets none. */
  proofHash: string | null;
};

/** `expiredAt` null: the address has no code. */
export type SignUpConfirmation =
  | { result: "right"; proofExpiresAt: Date }
  | { result: "wrong"; attemptsLeft: number }
  | { result: "expired"; expiredAt: Date | null }
  | { result: "locked"; until: Date };

/**
 * Confirms the address by its code, once. It does not throw for a wrong code: the transaction has to keep the count of the
 * attempt.
 */
export async function confirmSignUpCode(
  { db, now }: SignUpContext,
  { email, codeHashes, proofHash }: SignUpAttempt,
): Promise<SignUpConfirmation> {
  const isOwn = eq(signUpCodes.email, email);
  const attempt = await countAttempt(db, signUpCodes, { isOwn, codeHashes, most: SIGN_UP_CODE_ATTEMPTS, now });
  if (!attempt) {
    const code = await findCode(db, email);
    if (code?.lockedUntil && code.lockedUntil > now) return { result: "locked", until: code.lockedUntil };
    return { result: "expired", expiredAt: code?.expiresAt ?? null };
  }
  if (attempt.isRight) {
    await db.delete(signUpCodes).where(isOwn);
    const proofExpiresAt = after(now, SIGN_UP_PROOF_MINUTES);
    if (proofHash)
      await insertToken(db, { tokenHash: proofHash, email, pending: null, expiresAt: proofExpiresAt, now });
    return { result: "right", proofExpiresAt };
  }
  const attemptsLeft = SIGN_UP_CODE_ATTEMPTS - attempt.attempts;
  if (attemptsLeft > 0) return { result: "wrong", attemptsLeft };
  const until = after(now, SIGN_UP_WAIT_MINUTES);
  await db.update(signUpCodes).set({ lockedUntil: until }).where(isOwn);
  return { result: "locked", until };
}

async function findCode(db: CompanyDb, email: string) {
  const [code] = await db.select().from(signUpCodes).where(eq(signUpCodes.email, email));
  return code;
}
