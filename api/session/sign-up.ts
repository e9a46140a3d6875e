import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { uuidv7 } from "uuidv7";
import { SignUpCodeInput, SignUpConfirmInput, SignUpInput, SignUpLinkInput } from "../../contracts/account/sign-up.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { SignUpWire } from "../../contracts/wire/sign-up.ts";
import { signUpByLink, signUpByProof } from "../../domain/account/users/index.ts";
import type { DeskContext } from "../../domain/ground/context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/caller.ts";
import { countFailure, failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { SignedInAnswer, SignedUpAnswer, SignUpAnswer, SignUpCodeAnswer, SignUpConfirmedAnswer } from "./answers.ts";
import type { SessionDeps } from "./authenticate.ts";
import { deviceName } from "./device-name.ts";
import { hashPassword } from "./password.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { hashOfToken } from "./session-rows.ts";
import { openSession } from "./sign-in.ts";
import { askForSignUpCode, askForSignUpLink, confirmByCode, countAttempt, type SignUpDeps } from "./sign-up-code.ts";

/** How many sign-ups, also refused ones, a caller's network may send within 15 minutes. */
const PER_CALLER = 20;

export type SignUpOptions = {
  trustsProxy: boolean;
  allowsSignUp: boolean;
  termsUrl: string;
  privacyUrl: string;
  helpUrl: string;
};

type Deps = SessionDeps & SignUpDeps & SignUpOptions;

/** The public calls of a company that signs up. Neither codes nor tokens nor passwords are logged. */
export function signUpRoutes(deps: Deps) {
  const { database, allowsSignUp, trustsProxy } = deps;
  const callerOf = (c: Context<AppEnv>) => ({
    network: callerNetwork(c, trustsProxy),
    language: preferredLanguage(c.req.header("Accept-Language")),
  });

  // Before the body is read: a desk without sign-up answers every body alike.
  const offered = createMiddleware<AppEnv>(async (_, next) => {
    if (!allowsSignUp) throw new DomainError("ERR_SIGNUP_DISABLED");
    await next();
  });

  return new Hono<AppEnv>()
    .get(
      "/sign-up",
      describe("session", "Tell whether companies can sign up, on which terms, and where help is", {
        200: SignUpAnswer,
      }),
      (c) =>
        c.json({
          enabled: allowsSignUp,
          termsUrl: deps.termsUrl || null,
          privacyUrl: deps.privacyUrl || null,
          helpUrl: deps.helpUrl || null,
        } satisfies SignUpWire),
    )
    .post(
      "/sign-up/code",
      describe(
        "session",
        "Mail a code of six digits to confirm an e-mail, valid for 15 minutes. Answers the same for an e-mail that has an account",
        { 200: SignUpCodeAnswer },
      ),
      offered,
      validated("json", SignUpCodeInput),
      async (c) => c.json(await askForSignUpCode(deps, { ...c.req.valid("json"), ...callerOf(c) }, new Date())),
    )
    .post(
      "/sign-up/confirm",
      describe(
        "session",
        "Confirm an e-mail with its code. Answers a `proof` for `POST /companies/cadastro`, valid for an hour and once; for an e-mail that has an account, the `account` instead",
        { 200: SignUpConfirmedAnswer },
      ),
      offered,
      validated("json", SignUpConfirmInput),
      async (c) => c.json(await confirmByCode(deps, { ...c.req.valid("json"), ...callerOf(c) }, new Date())),
    )
    .post(
      "/sign-up/link",
      describe(
        "session",
        "Create the company of a mailed link with its token, which works once within 24 hours; signs its first admin in",
        { 200: SignedInAnswer },
      ),
      offered,
      validated("json", SignUpLinkInput),
      async (c) => {
        const now = new Date();
        await countAttempt(database, callerOf(c).network, now);
        const tokenHash = hashOfToken(c.req.valid("json").token);
        return c.json(await enter(deps, c, now, (ctx) => signUpByLink(ctx, tokenHash)));
      },
    )
    .post(
      "/companies/cadastro",
      describe(
        "session",
        "Sign up a company on a trial of 3 days. With the `proof` of its e-mail, creates it and signs its first admin in. Without one, mails a link that creates it, and answers `confirmationSent`, the same for an e-mail that has an account",
        { 200: SignedUpAnswer },
      ),
      offered,
      validated("json", SignUpInput),
      async (c) => {
        const { password, proof, ...input } = c.req.valid("json");
        const now = new Date();
        const { network, language } = callerOf(c);
        refuseWaiting(await countFailure(database, failureKey("sign-up", network), PER_CALLER, now));
        const passwordHash = await hashPassword(password);
        if (proof === undefined)
          return c.json(await askForSignUpLink(deps, { ...input, passwordHash, network, language }, now));
        const proofHash = hashOfToken(proof);
        return c.json(
          await enter(deps, c, now, (ctx) => signUpByProof(ctx, { ...input, passwordHash, language, proofHash })),
        );
      },
    );
}

/** Creates the company and signs its first admin in. */
async function enter(
  deps: Deps,
  c: Context<AppEnv>,
  now: Date,
  create: (ctx: DeskContext) => Promise<{ userId: string }>,
) {
  const { database, sequencer, lucia } = deps;
  const companyId = uuidv7();
  const { userId } = await database.asPlatform((db) => create({ db, companyId, now }), {
    companyId,
    retryOnConflict: true,
  });
  await sequencer.run(companyId);
  const device = deviceName(c.req.header("User-Agent"));
  const { cookie, ...answer } = await openSession(deps, { companyId, userId, device, isRestricted: false }, now);
  c.header("Set-Cookie", lucia.createSessionCookie(cookie).serialize(), { append: true });
  return answer;
}
