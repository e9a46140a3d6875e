import { SIGN_UP_CODE_MINUTES } from "../../../contracts/account/sign-up.ts";
import type { SignUpConfirmedWire } from "../../../contracts/wire/sign-up.ts";
import { sayUnstored, tryToStore } from "../../ui/device-storage.ts";
import { laterSteps } from "./later-steps.ts";

const KEY = "signUp";
const CODE_MS = SIGN_UP_CODE_MINUTES * 60_000;

export type SignUpStep = "you" | (typeof laterSteps)[number];

/** A sign-up as typed in this tab. Times are in milliseconds, of this device's clock. */
export type SignUpProgress = {
  userName: string;
  email: string;
  /** The last code; null: none was mailed. */
  sent: { email: string; sentAt: number; isUsed?: boolean } | null;
  code: string;
  /** When the code expired; null: it has not. */
  expiredAt: number | null;
  /** Until when no code can be asked for after wrong attempts; null: no wait. */
  lockedUntil: number | null;
  /** The confirmed address. */
  proof: { email: string; token: string; expiresAt: number } | null;
  account: SignUpConfirmedWire["account"];
  company: { name: string; phone: string; planId: string };
  /** The confirmation ended before the company was created. */
  isProofLost: boolean;
};

export const newSignUp: SignUpProgress = {
  ...{ userName: "", email: "", sent: null, code: "", expiredAt: null, lockedUntil: null },
  ...{ proof: null, account: null, company: { name: "", phone: "", planId: "" }, isProofLost: false },
};

/** Returns the sign-up of this tab before a reload. The password is never kept. */
export function readKeptSignUp(): SignUpProgress {
  const kept = sessionStorage.getItem(KEY);
  return kept ? { ...newSignUp, ...JSON.parse(kept) } : newSignUp;
}

export function keepSignUp(progress: SignUpProgress): void {
  if (!tryToStore(sessionStorage, KEY, JSON.stringify(progress))) sayUnstored();
}
export const forgetSignUp = () => sessionStorage.removeItem(KEY);

/** The changes of the progress when a code was mailed. */
export const mailed = (email: string, now: number): Partial<SignUpProgress> => ({
  ...{ email, sent: { email, sentAt: now }, code: "" },
  ...{ expiredAt: null, lockedUntil: null, proof: null, account: null, isProofLost: false },
});

export const endOfCode = (sent: { sentAt: number }): number => sent.sentAt + CODE_MS;

/** Returns the step to show: the one that the address asks for, if this tab has reached it with the e-mail that is typed. */
export function stepOf(asked: unknown, { email, sent, account, proof }: SignUpProgress): SignUpStep {
  const address = email.trim().toLowerCase();
  const isSent = sent?.email === address;
  const reached = { code: isSent, account: isSent && account !== null, company: proof?.email === address };
  return laterSteps.find((step) => step === asked && reached[step]) ?? "you";
}

/**
 * Returns the step that an e-mail goes on with: it is confirmed, or its code is still valid or has to wait. Null: it needs
 * a code.
 */
export function nextStep({ proof, sent, lockedUntil }: SignUpProgress, email: string, now: number) {
  if (proof?.email === email && proof.expiresAt > now) return "company";
  if (sent?.email !== email || sent.isUsed) return null;
  return endOfCode(sent) > now || (lockedUntil ?? 0) > now ? "code" : null;
}
