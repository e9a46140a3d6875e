import * as v from "valibot";
import { isCommonPassword } from "./common-passwords.ts";

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;

const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const digit = /\d/;

/** The rules that a form lists and marks while a new password is typed. */
export const passwordRules = {
  length: (password: string) => password.length >= MIN_PASSWORD,
  upper: (password: string) => upper.test(password),
  lower: (password: string) => lower.test(password),
  digit: (password: string) => digit.test(password),
} as const;

/** A new password, wherever one is chosen. Existing passwords may be weaker: the sign-in accepts them. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(MIN_PASSWORD, "too short"),
  v.maxLength(MAX_PASSWORD, "too long"),
  // The messages are our own: valibot's contain the value.
  v.regex(upper, "no upper case letter"),
  v.regex(lower, "no lower case letter"),
  v.regex(digit, "no digit"),
  v.check((password) => !isCommonPassword(password), "too common"),
);
