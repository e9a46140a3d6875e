import { createHmac, randomBytes, randomInt } from "node:crypto";
import { RESET_CODE_CHARACTERS, RESET_CODE_LENGTH } from "../../contracts/account/password-reset.ts";
import { SIGN_UP_CODE_LENGTH } from "../../contracts/account/sign-up.ts";
import type { Keys } from "../config.ts";

const draw = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join("");

/** A random code of 40 bits. */
export const newResetCode = (): string => draw(RESET_CODE_CHARACTERS, RESET_CODE_LENGTH);

/** A random code of six digits: it opens no account, and is valid for few attempts. */
export const newSignUpCode = (): string => draw("0123456789", SIGN_UP_CODE_LENGTH);

/** A random token of 256 bits for a link or a later call. Stored as its hash (`hashOfToken`). */
export const newMailedToken = (): string => randomBytes(32).toString("base64url");

/**
 * The code as it is stored. Without the key, a stolen table cannot be searched for the code. `subject`: the user or the
 * address that the code was mailed to.
 */
export const hashMailedCode = ([key]: Keys, subject: string, code: string): string => hashWith(key, subject, code);

/** The hashes that a shown code may be stored as: one for each key. */
export const hashesOfMailedCode = (keys: Keys, subject: string, code: string): string[] =>
  keys.map((key) => hashWith(key, subject, code));

const hashWith = (key: Uint8Array, subject: string, code: string): string =>
  createHmac("sha256", key).update(`${subject}:${code}`).digest("base64url");
