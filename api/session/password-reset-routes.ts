import { type Context, Hono } from "hono";
import { describeRoute } from "hono-openapi";
import * as v from "valibot";
import {
  FIRST_ACCESS_DAYS,
  PasswordReset,
  RESET_CODE_LENGTH,
  RESET_CODE_MINUTES,
} from "../../contracts/account/password-reset.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "../../contracts/account/passwords.ts";
import { storable } from "../../contracts/storable.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/caller.ts";
import { ValidationError } from "../http/on-error.ts";
import { describe, textParameter } from "../http/reference/describe.ts";
import { fieldsOf, validated } from "../http/validate.ts";
import { AskedResetAnswer, ResetAnswer } from "./answers.ts";
import type { KnownSessions } from "./known-sessions.ts";
import { askForCode, type ResetCaller, type ResetDeps, resetByCode } from "./password-reset.ts";
import { findLanguage } from "./preferred-language.ts";

const emailParameter = textParameter("path", "email", "The address of the account; its case does not matter");
const resetParameters = [
  emailParameter,
  textParameter(
    "path",
    "token",
    `The mailed code: ${RESET_CODE_LENGTH} letters and digits, valid for ${RESET_CODE_MINUTES} minutes, that of a new company for ${FIRST_ACCESS_DAYS} days; spaces and hyphens are ignored`,
  ),
  textParameter(
    "path",
    "newPassword",
    `From ${MIN_PASSWORD} to ${MAX_PASSWORD} characters, among them upper case, lower case and a digit`,
  ),
];

/** The public calls of a user who forgot the password. Neither codes nor passwords are logged. */
export function passwordResetRoutes(deps: ResetDeps & { trustsProxy: boolean; knownSessions: KnownSessions }) {
  const callerOf = (c: Context<AppEnv>): ResetCaller => ({
    network: callerNetwork(c, deps.trustsProxy),
    language: findLanguage(c.req.header("Accept-Language")),
  });
  async function reset(c: Context<AppEnv>, input: PasswordReset) {
    const by = await resetByCode(deps, { ...input, ...callerOf(c) }, new Date());
    deps.knownSessions.forget(by.companyId);
    c.var.log.info({ event: "password_reset", ...by }, "User reset their password with a code");
    return c.json({ status: 200 });
  }
  return new Hono<AppEnv>()
    .post(
      "/forgetpassword/:email",
      describe(
        "session",
        "Mail a code to reset the password. `status` in the body: 200, or 404 for an unknown address",
        { 200: AskedResetAnswer },
      ),
      describeRoute({ parameters: [emailParameter] }),
      async (c) => {
        const email = storable(c.req.param("email")).trim().toLowerCase();
        const isSent = await askForCode(deps, { email, ...callerOf(c) }, new Date());
        return c.json({ status: isSent ? 200 : 404 });
      },
    )
    .post(
      "/auth/reset",
      describe("session", "Set a new password with a mailed code. All sessions of the user end", { 200: ResetAnswer }),
      validated("json", PasswordReset),
      (c) => reset(c, c.req.valid("json")),
    )
    .post(
      "/resetpasswords/:email/:token/:newPassword",
      describe(
        "session",
        "The same as `POST /auth/reset`, which keeps the password out of the address: prefer that one",
        { 200: ResetAnswer },
      ),
      describeRoute({ parameters: resetParameters }),
      (c) => {
        const { email, token: code, newPassword: password } = c.req.param();
        const input = v.safeParse(PasswordReset, storable({ email, code, password }));
        if (!input.success) throw new ValidationError(fieldsOf(input.issues.map(namedIssue)));
        return reset(c, input.output);
      },
    );
}

const namedIssue = ({ message, path = [] }: Pick<v.BaseIssue<unknown>, "message"> & { path?: { key: unknown }[] }) => ({
  message,
  path: path.map(({ key }) => String(key)),
});
