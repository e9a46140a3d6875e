import { createHash } from "node:crypto";

/**
 * Returns the id of a row that follows from something else: always the same, so that creating it twice is idempotent.
 */
export function derivedId(source: string): string {
  const hex = createHash("sha256").update(source).digest("hex");
  // Version 8: a UUID with an algorithm of our own.
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
