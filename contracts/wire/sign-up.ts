import * as v from "valibot";

/**
 * `GET /sign-up`, public: whether `POST /companies/cadastro` is on, and the addresses of the terms and of the privacy
 * policy; null: not configured. Without the sign-up, pages show no link to it.
 */
export const SignUpWire = v.object({
  enabled: v.boolean(),
  termsUrl: v.nullable(v.string()),
  privacyUrl: v.nullable(v.string()),
  /** Where people without a session get help; null or absent: nowhere. */
  helpUrl: v.nullish(v.string(), null),
});
export type SignUpWire = v.InferOutput<typeof SignUpWire>;

/** `POST /sign-up/code`: the same for every address. */
export const SignUpCodeWire = v.object({
  /** Until when the mailed code is valid. */
  expiresAt: v.string(),
});
export type SignUpCodeWire = v.InferOutput<typeof SignUpCodeWire>;

/** `POST /sign-up/confirm`: either a proof or the account that has the address. */
export const SignUpConfirmedWire = v.object({
  /** For `POST /companies/cadastro`; null: the address has an account. */
  proof: v.nullable(v.string()),
  /** Until when the proof is valid; null without one. */
  expiresAt: v.nullable(v.string()),
  account: v.nullable(
    v.object({ name: v.string(), email: v.string(), company: v.string(), /** ISO. */ since: v.string() }),
  ),
});
export type SignUpConfirmedWire = v.InferOutput<typeof SignUpConfirmedWire>;

/** `POST /companies/cadastro` without a proof: the same for every address. */
export const SignUpMailedWire = v.object({
  confirmationSent: v.literal(true),
  /** Until when the mailed link is valid. */
  expiresAt: v.string(),
});
export type SignUpMailedWire = v.InferOutput<typeof SignUpMailedWire>;
