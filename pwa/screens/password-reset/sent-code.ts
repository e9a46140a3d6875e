import * as v from "valibot";
import { RESET_CODE_MINUTES } from "../../../contracts/account/password-reset.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { tryToStore } from "../../ui/device-storage.ts";

const KEY = "sentResetCode";
const Sent = v.object({ email: v.string(), sentAt: v.nullable(v.number()) });

/** The account that a code was mailed to, and when; null: this tab did not ask for it. */
export type SentCode = v.InferOutput<typeof Sent>;

export const CODE_MS = RESET_CODE_MINUTES * 60_000;
/** The pause before another code can be asked for. */
export const AGAIN_MS = 60_000;

/** Returns the second step that was open in this tab before a reload. */
export function readSentCode(now = serverNow()): SentCode | null {
  const kept = sessionStorage.getItem(KEY);
  const read = kept ? v.safeParse(Sent, JSON.parse(kept)) : null;
  if (!read?.success) return null;
  const { sentAt } = read.output;
  return sentAt !== null && now - sentAt < CODE_MS ? read.output : null;
}

export const keepSentCode = (sent: SentCode) => tryToStore(sessionStorage, KEY, JSON.stringify(sent));
export const forgetSentCode = () => sessionStorage.removeItem(KEY);
