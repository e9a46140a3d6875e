import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { Keys } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { originOf } from "../http/caller.ts";

/** Time that a signed address is valid without a cookie. */
const VALID_MS = 6 * 60 * 60_000;
/** Addresses made within one step are equal, so that browsers can cache the file. */
const STEP_MS = 60 * 60_000;

export type AddressOptions = { keys: Keys; publicUrl: string; trustsProxy: boolean };
export type AddressOf = (fileId: string) => string;

/** Returns absolute addresses of this company's files, for integrators and for `<img>` of other pages. */
export function mediaAddresses(c: Context<AppEnv>, options: AddressOptions): AddressOf {
  const { sessionId, actor } = c.var.signedIn;
  return mediaAddressesOf(options.keys, { companyId: actor.companyId, sessionId, origin: originOf(c, options) });
}

/**
 * Like `mediaAddresses`, outside a request: the addresses belong to a session that must be alive when they are
 * fetched.
 */
export function mediaAddressesOf(
  [key]: Keys,
  { companyId, sessionId, origin }: { companyId: string; sessionId: string; origin: string },
): AddressOf {
  const expires = (Math.floor(Date.now() / STEP_MS) * STEP_MS + VALID_MS) / 1000;
  return (fileId) => {
    const named = { companyId, sessionId, fileId, expires };
    const query = new URLSearchParams({ c: companyId, k: sessionId, e: String(expires), s: sign(key, named) });
    return `${origin}/media/${fileId}?${query}`;
  };
}

type Named = { companyId: string; sessionId: string; fileId: string; expires: number };

/**
 * Returns the session that the address was made for, when the signature is ours and not expired; null otherwise. The
 * session may have ended since.
 */
export function readMediaAddress(
  keys: Keys,
  fileId: string,
  { c: companyId = "", k: sessionId = "", e = "", s = "" }: { c?: string; k?: string; e?: string; s?: string },
  now: Date,
): { companyId: string; sessionId: string; secondsLeft: number } | null {
  const expires = Number(e);
  if (!Number.isInteger(expires) || expires * 1000 < now.getTime()) return null;
  const given = Buffer.from(s);
  const isSignedBy = (key: Uint8Array) => {
    const expected = Buffer.from(sign(key, { companyId, sessionId, fileId, expires }));
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return keys.some(isSignedBy)
    ? { companyId, sessionId, secondsLeft: Math.floor(expires - now.getTime() / 1000) }
    : null;
}

function sign(key: Uint8Array, { companyId, sessionId, fileId, expires }: Named): string {
  return createHmac("sha256", key).update(`${companyId} ${sessionId} ${fileId} ${expires}`).digest("base64url");
}
