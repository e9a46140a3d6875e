import { Hono, type MiddlewareHandler } from "hono";
import { listSessions, signOutSession } from "../../domain/account/users/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr } from "../http/validate.ts";
import { SessionListAnswer } from "./answers.ts";
import { sessionToWire } from "./wire.ts";

const noUser = "ERR_NO_USER_FOUND";

/** The calls about a user's sessions. */
export function userSessionRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/users/:id/sessions",
      describe("users", "List a user's sessions", { 200: SessionListAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        const { sessionId } = await c.var.person();
        const sessions = await c.var.read((ctx) => listSessions(ctx, id, sessionId));
        return c.json({ sessions: sessions.map(sessionToWire) });
      },
    )
    .delete(
      "/users/:id/sessions/:sessionId",
      describe("users", "End one session of a user", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        const sessionId = idOr("ERR_NO_SESSION_FOUND", c.req.param("sessionId"));
        await c.var.act((ctx) => signOutSession(ctx, id, sessionId));
        return c.json({ id: sessionId });
      },
    );
}
