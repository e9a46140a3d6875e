import { type Context, Hono } from "hono";
import * as v from "valibot";
import { PasswordReset } from "../../contracts/account/password-reset.ts";
import { storable } from "../../contracts/storable.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/caller.ts";
import { describe } from "../http/describe.ts";
import { ValidationError } from "../http/on-error.ts";
import { fieldsOf, validated } from "../http/validate.ts";
import type { KnownSessions } from "./known-sessions.ts";
import { askForCode, type ResetCaller, type ResetDeps, resetByCode } from "./password-reset.ts";
import { findLanguage } from "./preferred-language.ts";

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
      ),
      async (c) => {
        const email = storable(c.req.param("email")).trim().toLowerCase();
        const isSent = await askForCode(deps, { email, ...callerOf(c) }, new Date());
        return c.json({ status: isSent ? 200 : 404 });
      },
    )
    .post(
      "/auth/reset",
      describe("session", "Set a new password with a mailed code. All sessions of the user end"),
      validated("json", PasswordReset),
      (c) => reset(c, c.req.valid("json")),
    )
    .post(
      "/resetpasswords/:email/:token/:newPassword",
      describe(
        "session",
        "The same as `POST /auth/reset`, which keeps the password out of the address: prefer that one",
      ),
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
