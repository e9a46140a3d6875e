import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { originOf } from "../http/caller.ts";

/** How long an address in an answer can be fetched without a session. */
const VALID_MS = 6 * 60 * 60_000;
/** Addresses of one stretch of time are equal, so that browsers can cache what they name. */
const STEP_MS = 60 * 60_000;

export type AddressOptions = { key: Uint8Array; publicUrl: string; trustsProxy: boolean };
export type AddressOf = (fileId: string) => string;

/** Absolute addresses of this company's files, as integrators and `<img>` of other pages need them. */
export function mediaAddresses(c: Context<AppEnv>, options: AddressOptions): AddressOf {
  const { sessionId, actor } = c.var.signedIn;
  return mediaAddressesOf(options.key, { companyId: actor.companyId, sessionId, origin: originOf(c, options) });
}

/** The same for whoever is no request: made for a session, which has to live when they are fetched. */
export function mediaAddressesOf(
  key: Uint8Array,
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

/** For whose session the address was made, if it was signed by us and is still good. It may have ended meanwhile. */
export function readMediaAddress(
  key: Uint8Array,
  fileId: string,
  { c: companyId = "", k: sessionId = "", e = "", s = "" }: { c?: string; k?: string; e?: string; s?: string },
  now: Date,
): { companyId: string; sessionId: string; secondsLeft: number } | null {
  const expires = Number(e);
  if (!Number.isInteger(expires) || expires * 1000 < now.getTime()) return null;
  const expected = Buffer.from(sign(key, { companyId, sessionId, fileId, expires }));
  const given = Buffer.from(s);
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given);
  return isOurs ? { companyId, sessionId, secondsLeft: Math.floor(expires - now.getTime() / 1000) } : null;
}

function sign(key: Uint8Array, { companyId, sessionId, fileId, expires }: Named): string {
  return createHmac("sha256", key).update(`${companyId} ${sessionId} ${fileId} ${expires}`).digest("base64url");
}
