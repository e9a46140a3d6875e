import * as v from "valibot";
import { SIGN_UP_CODE_MINUTES, SIGN_UP_LINK_HOURS, SIGN_UP_PROOF_MINUTES } from "../../contracts/account/sign-up.ts";
import { SignUpCodeWire, SignUpConfirmedWire, SignUpMailedWire, SignUpWire } from "../../contracts/wire/sign-up.ts";
import { AnswerTime } from "../http/answer-values.ts";
import { SignedInUserAnswer } from "../users/answers.ts";
import { BEARER_MINUTES } from "./bearer-token.ts";

/** An opened or continued session. The session's cookie is in the header `Set-Cookie`. */
export const SignedInAnswer = v.object({
  token: v.pipe(v.string(), v.description(`The bearer token, valid for ${BEARER_MINUTES} minutes`)),
  user: SignedInUserAnswer,
  unsentKey: v.pipe(
    v.string(),
    v.base64(),
    v.description("32 bytes, base64: the key with which the device seals unsent work when the session ends"),
  ),
  otherUnsentKey: v.optional(
    v.pipe(
      v.string(),
      v.base64(),
      v.description("The same key, derived from the former SECRET_KEY; present only while SECRET_KEY_ALSO is set"),
    ),
  ),
});

export const MeAnswer = v.pipe(
  v.nullable(SignedInUserAnswer),
  v.description("null: the user was deleted a moment ago"),
);

export const AskedResetAnswer = v.object({
  status: v.pipe(v.picklist([200, 404]), v.description("200: a code is mailed; 404: no account has the address")),
});
export const ResetAnswer = v.object({ status: v.literal(200) });

const address = (what: string) =>
  v.pipe(v.nullable(v.pipe(v.string(), v.url())), v.description(`${what}; null: not configured`));

export const SignUpAnswer = v.object({
  ...SignUpWire.entries,
  termsUrl: address("The address of the terms"),
  privacyUrl: address("The address of the privacy policy"),
  helpUrl: address("Where people without a session get help"),
});

export const SignUpCodeAnswer = v.object({
  ...SignUpCodeWire.entries,
  expiresAt: v.pipe(
    AnswerTime,
    v.description(`UTC, ISO 8601: the end of the mailed code, ${SIGN_UP_CODE_MINUTES} minutes from now`),
  ),
});

export const SignUpConfirmedAnswer = v.object({
  ...SignUpConfirmedWire.entries,
  proof: v.pipe(
    v.nullable(v.string()),
    v.description(`For \`POST /companies/cadastro\`, once; null: the address has an account`),
  ),
  expiresAt: v.pipe(
    v.nullable(AnswerTime),
    v.description(`UTC, ISO 8601: the end of the proof, ${SIGN_UP_PROOF_MINUTES} minutes from now; null: no proof`),
  ),
  account: v.pipe(
    v.nullable(
      v.object({
        name: v.string(),
        email: v.string(),
        company: v.pipe(v.string(), v.description("The company's name")),
        since: AnswerTime,
      }),
    ),
    v.description("The account that the address has; null: none"),
  ),
});

/** With a proof the new admin's session; without one, the end of the mailed link. */
export const SignedUpAnswer = v.union([
  SignedInAnswer,
  v.object({
    ...SignUpMailedWire.entries,
    expiresAt: v.pipe(
      AnswerTime,
      v.description(`UTC, ISO 8601: the end of the mailed link, ${SIGN_UP_LINK_HOURS} hours from now`),
    ),
  }),
]);
