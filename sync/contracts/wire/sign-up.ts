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
