import * as v from "valibot";
import { Id } from "./id.ts";
import { NewPassword } from "./passwords.ts";

/** The sign-up of a company. Posted status, due date and flags are ignored: the server decides about them. */
export const SignUpInput = v.object({
  /** The company's name. */
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
  phone: v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(30)),
  password: NewPassword,
  planId: Id,
  /** The admin's own name; absent: the company's. */
  userName: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50))),
});
export type SignUpInput = v.InferOutput<typeof SignUpInput>;
