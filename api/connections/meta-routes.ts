import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import {
  grantedAccounts,
  grantOfCode,
  linkAccounts,
  loginAddress,
  openLogin,
  openMetaBox,
} from "../../domain/desk/meta/index.ts";
import { listQueues } from "../../domain/desk/queues/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { requirePermission } from "../../domain/ground/require-permission.ts";
import { type Graph, type MetaConfig, openGraph } from "../../outside/graph/index.ts";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { originOf } from "../http/caller.ts";
import { describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { LinkedAnswer, MetaLoginAnswer, MetaSetUpAnswer } from "./answers.ts";
import { connectionToWire } from "./wire.ts";

/** Screen of the app that posts the login's result to `POST /facebook`. */
const RETURN_PATH = "/connections/facebook";

const Text = v.pipe(v.string(), v.nonEmpty());
/** Integrators with a login of their own send a user token; our own login returns a code. */
const LinkWire = v.union([
  v.object({ code: Text, state: Text }),
  v.object({
    facebookUserId: Text,
    facebookUserToken: Text,
    addInstagram: v.optional(v.boolean(), false),
  }),
]);
const LoginWire = v.object({ addInstagram: v.optional(v.boolean(), false) });

export function metaRoutes({ signedIn, config }: { signedIn: MiddlewareHandler<AppEnv>; config: Config }) {
  const { meta = null } = config;
  const box = openMetaBox(config.secrets);
  const graph = meta && openGraph(meta);

  async function grantOf(asked: Graph, wire: v.InferOutput<typeof LinkWire>, person: Actor) {
    if (!("code" in wire)) return wire;
    const { redirectUri, addInstagram } = openLogin(box, person, wire.state, new Date());
    return { ...(await grantOfCode(asked, wire.code, redirectUri)), addInstagram };
  }

  return new Hono<AppEnv>()
    .get(
      "/facebook/login",
      describe("connections", "Tell whether Facebook and Instagram are configured on this platform (admins)", {
        200: MetaSetUpAnswer,
      }),
      signedIn,
      async (c) => {
        await c.var.read(async (ctx) => requirePermission(ctx, "manageConnections"));
        return c.json({ isSetUp: meta !== null });
      },
    )
    .post(
      "/facebook/login",
      describe("connections", "Get the Facebook sign-in address that connects pages and Instagram accounts (admins)", {
        200: MetaLoginAnswer,
      }),
      signedIn,
      permitted("manageConnections"),
      validated("json", LoginWire),
      async (c) => {
        const { addInstagram } = c.req.valid("json");
        const person = await c.var.read(async (ctx) => {
          requirePermission(ctx, "manageConnections");
          return ctx.actor;
        });
        const login = { redirectUri: `${originOf(c, config)}${RETURN_PATH}`, addInstagram };
        return c.json({ url: loginAddress(box, setUp(meta), person, login, new Date()) });
      },
    )
    .post(
      "/facebook",
      describe(
        "connections",
        "Connect a Facebook user's pages with a user token or with the code from the Facebook sign-in",
        { 200: LinkedAnswer },
      ),
      signedIn,
      permitted("manageConnections"),
      validated("json", LinkWire),
      async (c) => {
        const wire = c.req.valid("json");
        const person = await c.var.read(async (ctx) => {
          requirePermission(ctx, "manageConnections");
          return ctx.actor;
        });
        const asked = setUp(graph);
        const granted = await grantedAccounts(asked, await grantOf(asked, wire, person));
        const answer = await c.var.act(async (ctx) => {
          const { connections, elsewhere } = await linkAccounts(ctx, box, granted);
          const queues = await listQueues(ctx);
          return { connections: connections.map((view) => connectionToWire(view, queues)), elsewhere };
        });
        return c.json(answer);
      },
    );
}

function setUp<T extends MetaConfig | Graph>(what: T | null): T {
  if (!what) throw new DomainError("ERR_META_NOT_SET_UP");
  return what;
}
