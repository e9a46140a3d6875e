import { hkdfSync } from "node:crypto";
import type { Keys } from "../config.ts";

/**
 * Returns the key (32 bytes, base64) under which a user's devices seal their unsent work when a session ends, and the key
 * of each further secret, with which a device may have sealed work before. They are derived from the server's secrets, so
 * that the user's next sign-in brings the same keys, and no other user's does.
 */
export function unsentKeysOf(bearerKeys: Keys, userId: string): { unsentKey: string; otherUnsentKey?: string } {
  const derive = (bearerKey: Uint8Array) =>
    Buffer.from(hkdfSync("sha256", bearerKey, "", `unsent work v1 ${userId}`, 32)).toString("base64");
  const [first, other] = bearerKeys;
  return { unsentKey: derive(first), ...(other && { otherUnsentKey: derive(other) }) };
}
