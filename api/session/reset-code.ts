import { createHmac, randomInt } from "node:crypto";
import { RESET_CODE_CHARACTERS, RESET_CODE_LENGTH } from "../../sync/contracts/password-reset.ts";

/** A random code of 40 bits. */
export const newResetCode = (): string =>
  Array.from({ length: RESET_CODE_LENGTH }, () => RESET_CODE_CHARACTERS[randomInt(RESET_CODE_CHARACTERS.length)]).join(
    "",
  );

/** The code as it is stored. Without the key, a stolen table cannot be searched for the code. */
export const hashResetCode = (key: Uint8Array, userId: string, code: string): string =>
  createHmac("sha256", key).update(`${userId}:${code}`).digest("base64url");
