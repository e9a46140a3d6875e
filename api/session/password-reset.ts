import { type PasswordReset, RESET_CODE_MINUTES } from "../../contracts/account/password-reset.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Language } from "../../contracts/languages.ts";
import type { Database, SecretBox } from "../../db/index.ts";
import { requestPasswordReset, resetPassword } from "../../domain/account/users/index.ts";
import type { Keys } from "../config.ts";
import { failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { callMustWait, takeCall } from "../http/recent-calls.ts";
import { hashesOfMailedCode, hashMailedCode, newResetCode } from "./mailed-code.ts";
import { hashPassword } from "./password.ts";
import { findAccount, NOBODY } from "./sign-in.ts";
import { forgetAccountFailures } from "./sign-in-limits.ts";

/** Codes within an hour that an address (the caller's network) asks for, and those for one account. */
const CODES_PER_ADDRESS = 20;
const CODES_PER_ADDRESS_AND_ACCOUNT = 3;
/**
 * Codes for an account, asked for by all addresses together, within the validity of a code. When they are used up, the
 * user has three mails with valid codes: no stranger keeps anybody from a reset.
 */
const CODES_PER_ACCOUNT = 3;
const CODE_MS = RESET_CODE_MINUTES * 60_000;
/** Shown codes within an hour, for an address, and those for one account. */
const ATTEMPTS_PER_ADDRESS = 50;
const ATTEMPTS_PER_ADDRESS_AND_ACCOUNT = 10;

export type ResetDeps = { database: Database; resetKeys: Keys; mailBox: SecretBox };
export type ResetCaller = { network: string; language: Language | null };

/**
 * Mails a code to the account's address. Returns false for an unknown address, after the same limits and lookups as
 * for a known one.
 */
export async function askForCode(
  { database, resetKeys, mailBox }: ResetDeps,
  { email, network, language }: ResetCaller & { email: string },
  now: Date,
): Promise<boolean> {
  refuseWaiting(await takeCall(database, failureKey("reset address", network), CODES_PER_ADDRESS, now));
  const { companyId, userId, key } = await findCounted(database, email);
  const ofAll = failureKey("reset codes", key);
  const ofAddress = failureKey("reset account", `${key} ${network}`);
  // Asked before the address is counted: a refused call uses up nothing.
  refuseWaiting(await callMustWait(database, ofAll, CODES_PER_ACCOUNT, now, CODE_MS));
  refuseWaiting(await takeCall(database, ofAddress, CODES_PER_ADDRESS_AND_ACCOUNT, now));
  refuseWaiting(await takeCall(database, ofAll, CODES_PER_ACCOUNT, now, CODE_MS));
  const code = newResetCode();
  const codeHash = hashMailedCode(resetKeys, userId, code);
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
  { database, resetKeys }: ResetDeps,
  { email, code, password, network, language }: ResetCaller & PasswordReset,
  now: Date,
): Promise<{ companyId: string; userId: string }> {
  refuseWaiting(await takeCall(database, failureKey("reset attempt", network), ATTEMPTS_PER_ADDRESS, now));
  const { companyId, userId, key } = await findCounted(database, email);
  // By address as well: a stranger's guesses use up the stranger's attempts only.
  const guesses = failureKey("reset guesses", `${key} ${network}`);
  refuseWaiting(await takeCall(database, guesses, ATTEMPTS_PER_ADDRESS_AND_ACCOUNT, now));
  const codeHashes = hashesOfMailedCode(resetKeys, userId, code);
  const isReset = await database.company(
    companyId,
    (db) => resetPassword({ db, companyId, now }, { userId, codeHashes, hash: () => hashPassword(password), language }),
    { retryOnConflict: true },
  );
  if (!isReset) throw new DomainError("ERR_RESET_CODE");
  await forgetAccountFailures(database, email);
  return { companyId, userId };
}

/** `key` counts the account's calls: its id, so that no other spelling of the address has a count of its own. */
async function findCounted(database: Database, email: string) {
  const account = await findAccount(database, email);
  return { ...(account ?? NOBODY), key: account?.userId ?? email };
}
