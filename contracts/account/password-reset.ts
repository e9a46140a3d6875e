import * as v from "valibot";
import { NewPassword } from "./passwords.ts";

/** How long a code is valid. */
export const RESET_CODE_MINUTES = 15;
/** How long the code that the first admin of a new company gets is valid. */
export const FIRST_ACCESS_DAYS = 7;
/** How many wrong codes from all networks end a code: the bound of a search (docs/decisions/0055). */
export const RESET_CODE_ATTEMPTS = 10_000;
export const RESET_CODE_LENGTH = 8;
/** 32 characters that are not mistaken for one another: without I, O, 0 and 1. */
export const RESET_CODE_CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Returns a code as it was typed or pasted, without spaces and hyphens, in upper case. */
export const resetCodeOf = (typed: string): string => typed.replace(/[\s\u200b-]+/g, "").toUpperCase();

const ResetCode = v.pipe(
  v.string(),
  v.transform(resetCodeOf),
  v.regex(new RegExp(`^[A-Z0-9]{${RESET_CODE_LENGTH}}$`), "not a code"),
);

/** A new password with the code that was mailed to the account's address. */
export const PasswordReset = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.minLength(1), v.maxLength(254)),
  code: ResetCode,
  password: NewPassword,
});
export type PasswordReset = v.InferOutput<typeof PasswordReset>;
