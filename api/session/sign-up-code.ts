import type { SignUpCodeInput, SignUpConfirmInput, SignUpInput } from "../../contracts/account/sign-up.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Language } from "../../contracts/languages.ts";
import type { SignUpCodeWire, SignUpConfirmedWire, SignUpMailedWire } from "../../contracts/wire/sign-up.ts";
import type { Database, SecretBox } from "../../db/index.ts";
import {
  confirmSignUpCode,
  describeAccount,
  requestSignUp,
  requestSignUpCode,
} from "../../domain/account/users/index.ts";
import type { Keys } from "../config.ts";
import { failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { takeCall } from "../http/recent-calls.ts";
import { hashesOfMailedCode, hashMailedCode, newMailedToken, newSignUpCode } from "./mailed-code.ts";
import { hashOfToken } from "./session-rows.ts";
import { findAccount } from "./sign-in.ts";

/** Mails within an hour, for an address of mail and for a caller's network. */
const CODES_PER_EMAIL = 5;
const LINKS_PER_EMAIL = 3;
const MAILS_PER_CALLER = 60;
/** Shown codes and links within an hour, for a caller's network; a code has five attempts. */
const ATTEMPTS_PER_CALLER = 100;

/** The time zone of mails to somebody who names none. */
const TIME_ZONE = "America/Sao_Paulo";

export type SignUpDeps = { database: Database; signUpKeys: Keys; mailBox: SecretBox };
export type SignUpCaller = { network: string; language: Language };

/** Mails a code. The answer, the limits and the work are the same for an address that has an account. */
export async function askForSignUpCode(
  { database, signUpKeys, mailBox }: SignUpDeps,
  { email, timeZone = TIME_ZONE, network, language }: SignUpCodeInput & SignUpCaller,
  now: Date,
): Promise<SignUpCodeWire> {
  refuseWaiting(await takeCall(database, failureKey("sign-up mail address", network), MAILS_PER_CALLER, now));
  refuseWaiting(await takeCall(database, failureKey("sign-up code", email), CODES_PER_EMAIL, now));
  const hasAccount = (await findAccount(database, email)) !== undefined;
  const code = newSignUpCode();
  const codeHash = hashMailedCode(signUpKeys, email, code);
  const sent = await database.asPlatform(
    (db) => requestSignUpCode({ db, now }, mailBox, { email, code, codeHash, hasAccount, language, timeZone }),
    { retryOnConflict: true },
  );
  if (sent.lockedUntil) throw locked(sent.lockedUntil, now);
  return { expiresAt: sent.expiresAt.toISOString() };
}

/** Confirms the address: gives a proof, or tells the account that the address has. */
export async function confirmByCode(
  { database, signUpKeys }: SignUpDeps,
  { email, code, network }: SignUpConfirmInput & SignUpCaller,
  now: Date,
): Promise<SignUpConfirmedWire> {
  await countAttempt(database, network, now);
  const account = await findAccount(database, email);
  const proof = newMailedToken();
  const proofHash = account ? null : hashOfToken(proof);
  const codeHashes = hashesOfMailedCode(signUpKeys, email, code);
  const confirmed = await database.asPlatform(
    (db) => confirmSignUpCode({ db, now }, { email, codeHashes, proofHash }),
    {
      retryOnConflict: true,
    },
  );
  if (confirmed.result === "locked") throw locked(confirmed.until, now);
  if (confirmed.result === "wrong") throw new DomainError("ERR_SIGN_UP_CODE", { attemptsLeft: confirmed.attemptsLeft });
  if (confirmed.result === "expired") {
    const expiredAt = confirmed.expiredAt?.toISOString();
    throw new DomainError("ERR_SIGN_UP_CODE_EXPIRED", expiredAt ? { expiredAt } : {});
  }
  if (!account) return { proof, expiresAt: confirmed.proofExpiresAt.toISOString(), account: null };
  const { companyId, userId } = account;
  const found = await database.company(companyId, (db) => describeAccount(db, companyId, userId), { isReading: true });
  // It was deleted in this moment: the next code finds the address free.
  if (!found) throw new DomainError("ERR_SIGN_UP_CODE_EXPIRED");
  return { proof: null, expiresAt: null, account: { ...found, since: found.since.toISOString() } };
}

/**
 * Keeps a sign-up without a proof and mails its link. The answer and the limits are the same for an address that has an
 * account, and the password is hashed for both.
 */
export async function askForSignUpLink(
  { database, mailBox }: SignUpDeps,
  input: Omit<SignUpInput, "password" | "proof"> & SignUpCaller & { passwordHash: string },
  now: Date,
): Promise<SignUpMailedWire> {
  const { network, ...wanted } = input;
  refuseWaiting(await takeCall(database, failureKey("sign-up mail address", network), MAILS_PER_CALLER, now));
  refuseWaiting(await takeCall(database, failureKey("sign-up link", wanted.email), LINKS_PER_EMAIL, now));
  const hasAccount = (await findAccount(database, wanted.email)) !== undefined;
  const token = newMailedToken();
  const { expiresAt } = await database.asPlatform(
    (db) => requestSignUp({ db, now }, mailBox, { ...wanted, hasAccount, token, tokenHash: hashOfToken(token) }),
    { retryOnConflict: true },
  );
  return { confirmationSent: true, expiresAt: expiresAt.toISOString() };
}

/** Counts a shown code or link of a caller. */
export async function countAttempt(database: Database, network: string, now: Date): Promise<void> {
  refuseWaiting(await takeCall(database, failureKey("sign-up attempt", network), ATTEMPTS_PER_CALLER, now));
}

function locked(until: Date, now: Date): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new DomainError("ERR_SIGN_UP_CODE_LOCKED", { retryAfterSeconds, until: until.toISOString() });
}
