import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import type { Database, Sequencer } from "../../db/index.ts";
import type { Actor } from "../../domain/context.ts";
import { DomainError } from "../../domain/domain-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readBearer } from "./bearer-token.ts";
import type { DeskLucia } from "./lucia.ts";
import { hashOfToken, loadSession } from "./session-rows.ts";

export type SignedIn = { actor: Actor; sessionId: string; device: string };

export type SessionDeps = { database: Database; sequencer: Sequencer; lucia: DeskLucia; bearerKey: Uint8Array };

export type Authenticate = (c: HonoContext<AppEnv>) => Promise<SignedIn>;

/**
 * Who is calling. A bearer is enough while its session lives. The cookie alone is enough for reading, because an
 * EventSource and an <img> can send nothing else; to change something it takes the bearer, which no other page has.
 * - no living session: 401, the client signs out
 * - a living session (cookie) with an expired, malformed or missing bearer: 403, the client refreshes and repeats
 */
export function openAuthenticate({ database, lucia, bearerKey }: SessionDeps): Authenticate {
  return async (c) => {
    const bearer = lucia.readBearerToken(c.req.header("Authorization") ?? "");
    const key = bearer && readBearer(bearerKey, bearer, new Date());
    const byBearer = key && (await loadSession(database, key, new Date()));
    if (byBearer) return { actor: byBearer.actor, sessionId: byBearer.id, device: byBearer.device };

    const byCookie = await signedInByCookie(lucia, c);
    if (!byCookie) throw new DomainError("ERR_SESSION_EXPIRED");
    const isReading = c.req.method === "GET" || c.req.method === "HEAD";
    if (c.req.header("Authorization") !== undefined || !isReading) throw new DomainError("ERR_TOKEN_EXPIRED");
    return byCookie;
  };
}

/** Sets the cookie again when Lucia has prolonged the session. */
export async function signedInByCookie(lucia: DeskLucia, c: HonoContext<AppEnv>): Promise<SignedIn | null> {
  const token = lucia.readSessionCookie(c.req.header("Cookie") ?? "");
  if (!token) return null;
  const { session, user } = await lucia.validateSession(token);
  if (!session) return null;
  if (session.fresh) c.header("Set-Cookie", lucia.createSessionCookie(token).serialize(), { append: true });
  return { actor: user.actor, sessionId: hashOfToken(token), device: session.device };
}

/** For every route that belongs to a person: refuses the others, and gives the route its company's transactions. */
export function requireSession(deps: SessionDeps & { authenticate: Authenticate }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const signedIn = await deps.authenticate(c);
    const { actor, device } = signedIn;
    const { companyId } = actor;
    c.set("signedIn", signedIn);
    c.set("read", (work) =>
      deps.database.company(companyId, (db) => work({ db, companyId, actor, device, now: new Date() })),
    );
    c.set("act", async (work) => {
      const result = await c.var.read(work);
      await deps.sequencer.run(companyId);
      return result;
    });
    await next();
  });
}
