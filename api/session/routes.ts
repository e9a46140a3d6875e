import { Hono } from "hono";
import { Credentials, type SessionAnswer } from "../../contracts/account/session.ts";
import { findSignedInUser } from "../../domain/account/users/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/caller.ts";
import { refuse } from "../http/on-error.ts";
import { describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { signedInUserToWire } from "../users/wire.ts";
import { MeAnswer, SignedInAnswer } from "./answers.ts";
import { requireSession, type SessionDeps, signedInByCookie } from "./authenticate.ts";
import { createBearer, readBearer } from "./bearer-token.ts";
import { deviceName } from "./device-name.ts";
import { noKnownSessions } from "./known-sessions.ts";
import { isRestricted, requireEntry } from "./restriction.ts";
import { endSession, touchSession } from "./session-rows.ts";
import { requireUser, signIn } from "./sign-in.ts";
import { unsentKeysOf } from "./unsent-key.ts";

export function sessionRoutes(deps: SessionDeps & { trustsProxy: boolean }) {
  const { database, lucia, bearerKeys, knownSessions = noKnownSessions } = deps;
  const setCookie = (token: string | null) =>
    (token === null ? lucia.createBlankSessionCookie() : lucia.createSessionCookie(token)).serialize();

  return new Hono<AppEnv>()
    .post(
      "/auth/login",
      describe("session", "Sign in", { 200: SignedInAnswer }),
      validated("json", Credentials),
      async (c) => {
        const { cookie, ...answer } = await signIn(
          deps,
          {
            ...c.req.valid("json"),
            network: callerNetwork(c, deps.trustsProxy),
            device: deviceName(c.req.header("User-Agent")),
          },
          new Date(),
        );
        // A company may allow one session per user.
        knownSessions.forget(answer.user.companyId);
        c.header("Set-Cookie", setCookie(cookie), { append: true });
        return c.json(answer);
      },
    )
    .post(
      "/auth/refresh_token",
      describe("session", "Issue a new bearer token for the session cookie", { 200: SignedInAnswer }),
      async (c) => {
        const signedIn = await signedInByCookie(lucia, c);
        if (!signedIn) {
          c.header("Set-Cookie", setCookie(null), { append: true });
          return refuse(c, "ERR_SESSION_EXPIRED");
        }
        const { companyId, id } = signedIn.actor;
        const key = { companyId, id: signedIn.sessionId };
        requireEntry({ ...signedIn, profile: signedIn.actor.profile });
        const user = await requireUser(database, companyId, id);
        await touchSession(database, key, new Date());
        const token = createBearer(bearerKeys, { ...key, isRestricted: isRestricted(signedIn) }, new Date());
        return c.json({ token, user, ...unsentKeysOf(bearerKeys, id) } satisfies SessionAnswer);
      },
    )
    .delete("/auth/logout", describe("session", "Sign out; the session ends immediately", { 200: null }), async (c) => {
      const bearer = lucia.readBearerToken(c.req.header("Authorization") ?? "");
      const key = bearer ? readBearer(bearerKeys, bearer, new Date()) : null;
      if (key) await endSession(database, key);
      const token = lucia.readSessionCookie(c.req.header("Cookie") ?? "");
      if (token) await lucia.invalidateSession(token);
      knownSessions.forget(token ? undefined : key?.companyId);
      c.header("Set-Cookie", setCookie(null), { append: true });
      // Clears the user's media from the HTTP cache. Cache storage and the databases, which the app needs offline,
      // are "storage" and stay.
      c.header("Clear-Site-Data", '"cache"');
      return c.body(null, 200);
    })
    .get(
      "/auth/me",
      describe("session", "Get the signed-in user", { 200: MeAnswer }),
      requireSession(deps),
      async (c) => {
        const user = await c.var.read(({ db, companyId, actor }) => findSignedInUser(db, companyId, actor.id));
        return c.json(user && signedInUserToWire(user));
      },
    );
}
