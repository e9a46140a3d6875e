import { hkdfSync } from "node:crypto";

/**
 * Returns the key (32 bytes, base64) under which a user's devices seal their unsent work when a session ends. It is
 * derived from the server's secret, so that the user's next sign-in brings the same key, and no other user's does.
 */
export const unsentKeyOf = (bearerKey: Uint8Array, userId: string): string =>
  Buffer.from(hkdfSync("sha256", bearerKey, "", `unsent work v1 ${userId}`, 32)).toString("base64");
