import type { Database, SecretBox } from "../../db/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { requestPasswordReset, resetPassword } from "../../domain/users/index.ts";
import type { Language } from "../../sync/contracts/mail.ts";
import type { PasswordReset } from "../../sync/contracts/password-reset.ts";
import { failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { takeCall } from "../http/recent-calls.ts";
import { hashPassword } from "./password.ts";
import { hashResetCode, newResetCode } from "./reset-code.ts";
import { findAccount, NOBODY } from "./sign-in.ts";
import { forgetAccountFailures } from "./sign-in-limits.ts";

/** Codes within an hour, for an account and for an address. */
const CODES_PER_ACCOUNT = 3;
const CODES_PER_ADDRESS = 20;
/** Shown codes within an hour, for an address; an account has five attempts per code. */
const ATTEMPTS_PER_ADDRESS = 50;

export type ResetDeps = { database: Database; resetKey: Uint8Array; mailBox: SecretBox };
export type ResetCaller = { address: string; language: Language | null };

/**
 * Mails a code to the account's address. Returns false for an unknown address, after the same limits and lookups as
 * for a known one.
 */
export async function askForCode(
  { database, resetKey, mailBox }: ResetDeps,
  { email, address, language }: ResetCaller & { email: string },
  now: Date,
): Promise<boolean> {
  refuseWaiting(await takeCall(database, failureKey("reset address", address), CODES_PER_ADDRESS, now));
  const account = await findAccount(database, email);
  const { companyId, userId } = account ?? NOBODY;
  // By the account's id, so that no other spelling of the address has a count of its own.
  const key = failureKey("reset account", account ? userId : email);
  refuseWaiting(await takeCall(database, key, CODES_PER_ACCOUNT, now));
  const code = newResetCode();
  const codeHash = hashResetCode(resetKey, userId, code);
  return database.company(
    companyId,
    (db) => requestPasswordReset({ db, companyId, now }, mailBox, { userId, code, codeHash, language }),
    { retryOnConflict: true },
  );
}

/**
 * Sets a new password by the code. Throws ERR_RESET_CODE for a wrong, used or expired code and for an unknown address
 * alike.
 */
export async function resetByCode(
  { database, resetKey }: ResetDeps,
  { email, code, password, address, language }: ResetCaller & PasswordReset,
  now: Date,
): Promise<{ companyId: string; userId: string }> {
  refuseWaiting(await takeCall(database, failureKey("reset attempt", address), ATTEMPTS_PER_ADDRESS, now));
  const { companyId, userId } = (await findAccount(database, email)) ?? NOBODY;
  const codeHash = hashResetCode(resetKey, userId, code);
  const isReset = await database.company(
    companyId,
    (db) => resetPassword({ db, companyId, now }, { userId, codeHash, hash: () => hashPassword(password), language }),
    { retryOnConflict: true },
  );
  if (!isReset) throw new DomainError("ERR_RESET_CODE");
  await forgetAccountFailures(database, email);
  return { companyId, userId };
}
