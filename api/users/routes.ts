import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { changePerson } from "../../domain/account/platform/index.ts";
import {
  addUser,
  changeUser,
  countOpenTickets,
  findSignedInUser,
  pageOfUsers,
  requireSelfOrManager,
  requireUser,
  usersToPick,
} from "../../domain/account/users/index.ts";
import type { Actor, Context } from "../../domain/ground/context.ts";
import { deleteUser } from "../../domain/office/departures/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/caller.ts";
import { IdOrNothing, optionalText, PageNumber } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import {
  confirmPassword,
  type DeskLucia,
  hashPassword,
  type Invite,
  isCookieOf,
  permitted,
  renewOwnSession,
} from "../session/index.ts";
import { ChangedUserAnswer, FoundUserAnswer, UserAnswer, UserPageAnswer, UserPickerAnswer } from "./answers.ts";
import { userSessionRoutes } from "./session-routes.ts";
import { countingTakenEmails } from "./taken-emails.ts";
import { NewUserWire, signedInUserToWire, UserChangeWire, userToListWire, userToWire } from "./wire.ts";

const noUser = "ERR_NO_USER_FOUND";

type Deps = {
  signedIn: MiddlewareHandler<AppEnv>;
  lucia: DeskLucia;
  database: Database;
  trustsProxy: boolean;
  invite: Invite;
};

const OfCompany = v.object({
  companyId: v.pipe(IdOrNothing, v.description("Another company, for super users; '' or absent: your own")),
});
const Search = v.pipe(optionalText, v.description("Words of the name; for admins also of the e-mail"));

export function userRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route("/", userSessionRoutes(deps))
    .route("/", readingRoutes(deps))
    .route("/", changingRoutes(deps));
}

function readingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/users/list",
      describe(
        "users",
        "List up to 1,000 users of the company, for a picker; use `searchParam` for more. `companyId`: another company's, for super users",
        { 200: UserPickerAnswer },
      ),
      signedIn,
      validated("query", v.object({ searchParam: Search, ...OfCompany.entries })),
      async (c) => {
        const { searchParam, companyId } = c.req.valid("query");
        const { actor } = await c.var.person();
        const isOther = asksOther(actor, companyId);
        const list = (ctx: Context) => usersToPick(ctx, searchParam);
        const users = await (isOther ? c.var.onCompany(companyId, list) : c.var.read(list));
        return c.json(users.map(userToListWire));
      },
    )
    .get(
      "/users",
      describe("users", "List the company's users by name with their queues (20 per page)", { 200: UserPageAnswer }),
      signedIn,
      validated("query", v.object({ searchParam: Search, pageNumber: PageNumber })),
      async (c) => {
        const { searchParam, pageNumber } = c.req.valid("query");
        const page = await c.var.read((ctx) => pageOfUsers(ctx, { search: searchParam, page: pageNumber }));
        return c.json({ users: page.users.map(userToListWire), hasMore: page.hasMore });
      },
    )
    .get(
      "/users/:id",
      describe(
        "users",
        "Get a user (agents: themselves; admins: any; super users: another company's, by `companyId`)",
        { 200: FoundUserAnswer },
      ),
      signedIn,
      validated("query", OfCompany),
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        const { companyId } = c.req.valid("query");
        const { actor } = await c.var.person();
        if (asksOther(actor, companyId))
          return c.json(await c.var.onCompany(companyId, async (ctx) => userToListWire(await requireUser(ctx, id))));
        return c.json(await c.var.read((ctx) => shown(ctx, id)));
      },
    );
}

function changingRoutes({ signedIn, lucia, database, trustsProxy, invite }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/users",
      describe("users", "Create a user (admins)", { 200: UserAnswer }),
      signedIn,
      permitted("manageUsers"),
      validated("json", NewUserWire),
      async (c) => {
        const { password, companyId, ...user } = c.req.valid("json");
        const { actor } = await c.var.person();
        // The first admin of a company comes with the company, and its admins create the others.
        if (asksOther(actor, companyId)) throw new DomainError("ERR_NO_PERMISSION");
        const passwordHash = await hashPassword(password);
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
        "Change a user (agents: their own name, e-mail and password; admins: any user and their rights). Changing your own e-mail or password requires `currentPassword`. A new password ends all sessions and renews the cookie of the calling one. Super users change the name of a person of another company, by `companyId`, and the e-mail while nobody there has signed in",
        { 200: ChangedUserAnswer },
      ),
      signedIn,
      permitted((ctx, param) => requireSelfOrManager(ctx, param("id") ?? "")),
      validated("json", UserChangeWire),
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        const { password, currentPassword, companyId, ...change } = c.req.valid("json");
        const { actor, sessionId } = await c.var.person();
        if (asksOther(actor, companyId)) {
          const { name, email } = change;
          const changed = await c.var.onCompany(companyId, async (ctx) => {
            await changePerson(ctx, id, { name, email, password }, invite);
            return requireUser(ctx, id);
          });
          return c.json(userToListWire(changed));
        }
        const isSignIn = await c.var.read((ctx) => changesOwnSignIn(ctx, id, { password, email: change.email }));
        if (isSignIn) {
          const network = callerNetwork(c, trustsProxy);
          await confirmPassword(database, actor, { password: currentPassword, network, now: new Date() });
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
      describe("users", "Delete a user (admins); their open tickets return to their queues", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        await c.var.act((ctx) => deleteUser(ctx, id));
        return c.json({ id });
      },
    );
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

/**
 * Returns whether the call is about another company, which only super users may name: it never falls back to the
 * actor's own company.
 */
function asksOther(actor: Actor, companyId: string | null | undefined): companyId is string {
  if (!companyId || companyId === actor.companyId) return false;
  if (!actor.isSuper) throw new DomainError("ERR_NO_PERMISSION");
  return true;
}

async function shown(ctx: Context, id: string) {
  const user = await requireUser(ctx, id);
  requireSelfOrManager(ctx, id);
  return userToWire(user, await countOpenTickets(ctx, id));
}
