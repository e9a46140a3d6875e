import { createHash, timingSafeEqual } from "node:crypto";
import * as v from "valibot";

/** Compares two secrets as digests, in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Reads the JSON body of a webhook whose secret was right; null: it has another shape. Providers also send events of
 * other kinds to the same address, and stop sending after repeated refusals.
 */
export function readWebhookBody<S extends v.GenericSchema>(schema: S, body: Uint8Array): v.InferOutput<S> | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), Buffer.from(body).toString());
  return parsed.success ? parsed.output : null;
}

/** An id as providers write them, in a webhook that anyone may have written. */
export const ProviderId = v.pipe(v.string(), v.regex(/^[\w.&-]{1,200}$/));
