import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { Database } from "../../db/index.ts";
import type { Context } from "../../domain/context.ts";
import {
  addUser,
  changeUser,
  countOpenTickets,
  deleteUser,
  findSignedInUser,
  listSessions,
  pageOfUsers,
  requireSelfOrManager,
  requireUser,
  signOutSession,
  usersToPick,
} from "../../domain/users/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerAddress } from "../http/caller.ts";
import { describe } from "../http/describe.ts";
import { optionalText, PageNumber } from "../http/query.ts";
import { idOr, validated } from "../http/validate.ts";
import { confirmPassword, type DeskLucia, hashPassword, isCookieOf, renewOwnSession } from "../session/index.ts";
import { countingTakenEmails } from "./taken-emails.ts";
import { NewUserWire, sessionToWire, signedInUserToWire, UserChangeWire, userToListWire, userToWire } from "./wire.ts";

const noUser = "ERR_NO_USER_FOUND";

type Deps = { signedIn: MiddlewareHandler<AppEnv>; lucia: DeskLucia; database: Database; trustsProxy: boolean };

export function userRoutes({ signedIn, lucia, database, trustsProxy }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/users/list",
      describe("users", "List up to 1,000 users of the company, for a picker; use `searchParam` for more"),
      signedIn,
      validated("query", v.object({ searchParam: optionalText })),
      async (c) => {
        const { searchParam } = c.req.valid("query");
        return c.json((await c.var.read((ctx) => usersToPick(ctx, searchParam))).map(userToListWire));
      },
    )
    .get(
      "/users",
      describe("users", "List the company's users by name with their queues (20 per page)"),
      signedIn,
      validated("query", v.object({ searchParam: optionalText, pageNumber: PageNumber })),
      async (c) => {
        const { searchParam, pageNumber } = c.req.valid("query");
        const page = await c.var.read((ctx) => pageOfUsers(ctx, { search: searchParam, page: pageNumber }));
        return c.json({ users: page.users.map(userToListWire), hasMore: page.hasMore });
      },
    )
    .get("/users/:id", describe("users", "Get a user (agents: themselves; admins: any)"), signedIn, async (c) => {
      const id = idOr(noUser, c.req.param("id"));
      return c.json(await c.var.read((ctx) => shown(ctx, id)));
    })
    .post(
      "/users",
      describe("users", "Create a user (admins)"),
      signedIn,
      validated("json", NewUserWire),
      async (c) => {
        const { password, ...user } = c.req.valid("json");
        const passwordHash = await hashPassword(password);
        const { actor } = await c.var.person();
        const made = await countingTakenEmails(database, actor.companyId, () =>
          c.var.act(async (ctx) => shown(ctx, (await addUser(ctx, { ...user, passwordHash })).id)),
        );
        return c.json(made);
      },
    )
    .put(
      "/users/:id",
      describe(
        "users",
        "Change a user (agents: their own name, e-mail and password; admins: any user and their rights). Changing your own e-mail or password requires `currentPassword`. A new password ends all sessions and renews the cookie of the calling one",
      ),
      signedIn,
      validated("json", UserChangeWire),
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        const { password, currentPassword, ...change } = c.req.valid("json");
        const { actor, sessionId } = await c.var.person();
        const isSignIn = await c.var.read((ctx) => changesOwnSignIn(ctx, id, { password, email: change.email }));
        if (isSignIn) {
          const address = callerAddress(c, trustsProxy);
          await confirmPassword(database, actor, { password: currentPassword, address, now: new Date() });
        }
        const passwordHash = password === "" ? undefined : await hashPassword(password);
        const isOwnPassword = passwordHash !== undefined && actor.id === id;
        const isKept = isOwnPassword && isCookieOf(lucia, c.req.header("Cookie"), sessionId);
        const { user, cookie } = await countingTakenEmails(database, actor.companyId, () =>
          c.var.act(async (ctx) => {
            await changeUser(ctx, id, { ...change, passwordHash, keptSessionId: isKept ? sessionId : undefined });
            const renewed = isKept ? await renewOwnSession(lucia, ctx, sessionId) : null;
            // Loads the user again, because the actor may have just given up permissions.
            const user = await findSignedInUser(ctx.db, ctx.companyId, id);
            return { user: user && signedInUserToWire(user), cookie: renewed };
          }),
        );
        if (cookie) c.header("Set-Cookie", cookie, { append: true });
        if (isSignIn) {
          const event = { event: "own_sign_in_changed", companyId: actor.companyId, userId: id };
          c.var.log.info({ ...event, isNewPassword: isOwnPassword }, "User changed their own e-mail or password");
        }
        return c.json(user);
      },
    )
    .delete(
      "/users/:id",
      describe("users", "Delete a user (admins); their open tickets return to their queues"),
      signedIn,
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        await c.var.act((ctx) => deleteUser(ctx, id));
        return c.json({ id });
      },
    )
    .get("/users/:id/sessions", describe("users", "List a user's sessions"), signedIn, async (c) => {
      const id = idOr(noUser, c.req.param("id"));
      const { sessionId } = await c.var.person();
      const sessions = await c.var.read((ctx) => listSessions(ctx, id, sessionId));
      return c.json({ sessions: sessions.map(sessionToWire) });
    })
    .delete("/users/:id/sessions/:sessionId", describe("users", "End one session of a user"), signedIn, async (c) => {
      const id = idOr(noUser, c.req.param("id"));
      const sessionId = idOr("ERR_NO_SESSION_FOUND", c.req.param("sessionId"));
      await c.var.act((ctx) => signOutSession(ctx, id, sessionId));
      return c.json({ id: sessionId });
    });
}

/**
 * Returns whether the change sets another e-mail or password for the actor. Clients send an unchanged e-mail with
 * every change.
 */
async function changesOwnSignIn(
  ctx: Context,
  id: string,
  { password, email }: { password: string; email?: string },
): Promise<boolean> {
  if (ctx.actor.id !== id) return false;
  return password !== "" || (email !== undefined && email !== (await requireUser(ctx, id)).email.toLowerCase());
}

async function shown(ctx: Context, id: string) {
  const user = await requireUser(ctx, id);
  requireSelfOrManager(ctx, id);
  return userToWire(user, await countOpenTickets(ctx, id));
}
