import * as v from "valibot";
import { LoginEmail } from "../emails.ts";
import { Id } from "../id.ts";
import { NewPassword } from "./passwords.ts";
import { TimeZone } from "./settings.ts";

export const SIGN_UP_CODE_LENGTH = 6;
/** How long a code is valid. */
export const SIGN_UP_CODE_MINUTES = 15;
/** How many wrong codes end a code. */
export const SIGN_UP_CODE_ATTEMPTS = 5;
/** How long no other code can be asked for after these. */
export const SIGN_UP_WAIT_MINUTES = 15;
/** How long the company can be created after the code was confirmed. */
export const SIGN_UP_PROOF_MINUTES = 60;
/** How long the link is valid that a sign-up without a proof is mailed. */
export const SIGN_UP_LINK_HOURS = 24;

const PersonName = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50));

/** Returns a code as it was typed or pasted: its digits. */
export const signUpCodeOf = (typed: string): string => typed.replace(/\D+/g, "");

/** The first step of a sign-up: asks for a code by mail. */
export const SignUpCodeInput = v.object({
  /** The person's name. It is checked and not stored. */
  name: PersonName,
  email: LoginEmail,
  /** The time zone in which the mail names the end of the code; absent: that of São Paulo. */
  timeZone: v.optional(TimeZone),
});
export type SignUpCodeInput = v.InferOutput<typeof SignUpCodeInput>;

/** The second step: the code from the mail. */
export const SignUpConfirmInput = v.object({
  email: LoginEmail,
  code: v.pipe(
    v.string(),
    v.maxLength(100),
    v.transform(signUpCodeOf),
    v.regex(new RegExp(`^\\d{${SIGN_UP_CODE_LENGTH}}$`), "not a code"),
  ),
});
export type SignUpConfirmInput = v.InferOutput<typeof SignUpConfirmInput>;

const Token = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

/** The sign-up of a company. Posted status, due date and flags are ignored: the server decides about them. */
export const SignUpInput = v.object({
  /** The company's name. */
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  email: LoginEmail,
  phone: v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(30)),
  password: NewPassword,
  planId: Id,
  /** The admin's own name; absent: the company's. */
  userName: v.optional(PersonName),
  /** From `POST /sign-up/confirm`, for the same e-mail. Absent: a link to confirm the e-mail is mailed. */
  proof: v.optional(Token),
});
export type SignUpInput = v.InferOutput<typeof SignUpInput>;

/** The token of the link that a sign-up without a proof was mailed. */
export const SignUpLinkInput = v.object({ token: Token });
export type SignUpLinkInput = v.InferOutput<typeof SignUpLinkInput>;
