import { Hono } from "hono";
import { uuidv7 } from "uuidv7";
import { DomainError } from "../../domain/domain-error.ts";
import { signUp } from "../../domain/users/index.ts";
import { SignUpInput } from "../../sync/contracts/sign-up.ts";
import type { SignUpWire } from "../../sync/contracts/wire/sign-up.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerAddress } from "../http/caller.ts";
import { describe } from "../http/describe.ts";
import { countFailure, failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { validated } from "../http/validate.ts";
import type { SessionDeps } from "./authenticate.ts";
import { deviceName } from "./device-name.ts";
import { hashPassword } from "./password.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { openSession } from "./sign-in.ts";

/** How many sign-ups, also refused ones, an address may send within 15 minutes. */
const PER_ADDRESS = 20;

export type SignUpOptions = {
  trustsProxy: boolean;
  allowsSignUp: boolean;
  termsUrl: string;
  privacyUrl: string;
  helpUrl: string;
};

/** The public calls of a company that signs up. */
export function signUpRoutes(deps: SessionDeps & SignUpOptions) {
  const { database, sequencer, lucia, allowsSignUp, trustsProxy } = deps;
  return new Hono<AppEnv>()
    .get(
      "/sign-up",
      describe("session", "Tell whether companies can sign up, on which terms, and where help is"),
      (c) =>
        c.json({
          enabled: allowsSignUp,
          termsUrl: deps.termsUrl || null,
          privacyUrl: deps.privacyUrl || null,
          helpUrl: deps.helpUrl || null,
        } satisfies SignUpWire),
    )
    .post(
      "/companies/cadastro",
      describe("session", "Sign up a company on a trial of 3 days; signs its first admin in"),
      // Before the body is read: a desk without sign-up answers every body alike.
      async (_, next) => {
        if (!allowsSignUp) throw new DomainError("ERR_SIGNUP_DISABLED");
        await next();
      },
      validated("json", SignUpInput),
      async (c) => {
        const { password, ...input } = c.req.valid("json");
        const now = new Date();
        const caller = failureKey("sign-up", callerAddress(c, trustsProxy));
        refuseWaiting(await countFailure(database, caller, PER_ADDRESS, now));
        const language = preferredLanguage(c.req.header("Accept-Language"));
        const passwordHash = await hashPassword(password);
        const companyId = uuidv7();
        const { userId } = await database.asPlatform(
          (db) => signUp({ db, companyId, now }, { ...input, passwordHash, language }),
          { companyId, retryOnConflict: true },
        );
        await sequencer.run(companyId);
        const device = deviceName(c.req.header("User-Agent"));
        const { cookie, ...answer } = await openSession(deps, { companyId, userId, device, isRestricted: false }, now);
        c.header("Set-Cookie", lucia.createSessionCookie(cookie).serialize(), { append: true });
        return c.json(answer);
      },
    );
}
