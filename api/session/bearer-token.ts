import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import type { Keys } from "../config.ts";
import type { SessionKey } from "./session-rows.ts";

export const BEARER_MINUTES = 15;

/** `r`: the company is past its due date. */
const Claims = v.object({ c: Id, s: v.string(), e: v.number(), r: v.optional(v.literal(1)) });

/** A session, and whether its bearer reaches only the routes that paying needs. */
export type BearerKey = SessionKey & { isRestricted: boolean };

/**
 * Creates a bearer that names a session by the hash in the table, so a stolen bearer cannot be turned into a cookie.
 */
export function createBearer([key]: Keys, session: SessionKey & { isRestricted?: boolean }, now: Date): string {
  const ends = now.getTime() + BEARER_MINUTES * 60_000;
  const claims = { c: session.companyId, s: session.id, e: ends, ...(session.isRestricted && { r: 1 }) };
  const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${body}.${sign(key, body)}`;
}

/** Returns the session that a bearer names; null when it is invalid or expired. Callers do not learn which. */
export function readBearer(keys: Keys, token: string, now: Date): BearerKey | null {
  const [body = "", signature = "", ...rest] = token.split(".");
  const given = Buffer.from(signature);
  const isSignedBy = (key: Uint8Array) => {
    const expected = Buffer.from(sign(key, body));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (rest.length > 0 || !keys.some(isSignedBy)) return null;
  const claims = v.safeParse(Claims, JSON.parse(Buffer.from(body, "base64url").toString()));
  if (!claims.success || claims.output.e <= now.getTime()) return null;
  const { c: companyId, s: id, r } = claims.output;
  return { companyId, id, isRestricted: r === 1 };
}

function sign(key: Uint8Array, body: string): string {
  return createHmac("sha256", key).update(body).digest("base64url");
}
