import { Hono, type MiddlewareHandler } from "hono";
import {
  type ConnectionView,
  connectionTraffic,
  createConnection,
  deleteConnection,
  listConnections,
  listOutages,
  makeToken,
  requireConnection,
  revokeToken,
  tokenLastUsedAt,
  updateConnection,
} from "../../domain/desk/connections/index.ts";
import { listQueues } from "../../domain/desk/queues/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import {
  ConnectionAnswer,
  ConnectionDetailAnswer,
  ConnectionListAnswer,
  OutagesAnswer,
  TokenAnswer,
  TrafficAnswer,
} from "./answers.ts";
import { connectionSessionRoutes } from "./session-routes.ts";
import { ConnectionWire, connectionToWire, outageToWire, trafficToWire } from "./wire.ts";

const noConnection = "ERR_NO_WAPP_FOUND";

type Deps = { signedIn: MiddlewareHandler<AppEnv> };

export function connectionRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route("/", connectionSessionRoutes(deps))
    .route("/", readingRoutes(deps))
    .route("/", changingRoutes(deps));
}

function readingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/whatsapp",
      describe("connections", "List the company's connections", { 200: ConnectionListAnswer }),
      signedIn,
      async (c) => {
        const answer = await c.var.read(async (ctx) => {
          const queues = await listQueues(ctx);
          return (await listConnections(ctx)).map((view) => connectionToWire(view, queues));
        });
        return c.json(answer);
      },
    )
    .get(
      "/whatsapp/:id",
      describe("connections", "Get a connection; admins also get its QR code and when its token was last used", {
        200: ConnectionDetailAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        const answer = await c.var.read(async (ctx) => {
          const wire = await toWire(ctx, await requireConnection(ctx, id));
          return { ...wire, tokenLastUsedAt: (await tokenLastUsedAt(ctx, id))?.toISOString() ?? null };
        });
        return c.json(answer);
      },
    )
    .get(
      "/whatsapp-traffic",
      describe(
        "connections",
        "Count, per connection, the messages received today and those waiting to be sent (admins)",
        { 200: TrafficAnswer },
      ),
      signedIn,
      async (c) => c.json({ connections: (await c.var.read(connectionTraffic)).map(trafficToWire) }),
    )
    .get(
      "/whatsapp/:id/outages",
      describe("connections", "List a connection's outages, newest first (admins)", { 200: OutagesAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        return c.json({ outages: (await c.var.read((ctx) => listOutages(ctx, id))).map(outageToWire) });
      },
    );
}

function changingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/whatsapp",
      describe("connections", "Add a connection", { 200: ConnectionAnswer }),
      signedIn,
      permitted("manageConnections"),
      validated("json", ConnectionWire),
      async (c) => {
        const input = c.req.valid("json");
        return c.json(await c.var.act(async (ctx) => toWire(ctx, await createConnection(ctx, input))));
      },
    )
    .put(
      "/whatsapp/:id",
      describe("connections", "Change a connection", { 200: ConnectionAnswer }),
      signedIn,
      permitted("manageConnections"),
      validated("json", ConnectionWire),
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        const input = c.req.valid("json");
        return c.json(await c.var.act(async (ctx) => toWire(ctx, await updateConnection(ctx, id, input))));
      },
    )
    .post(
      "/whatsapp/:id/token",
      describe(
        "connections",
        "Create a new external-sending token (admins); only this answer shows it, and the previous token stops working",
        { 200: TokenAnswer },
      ),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        return c.json({ id, token: await c.var.act((ctx) => makeToken(ctx, id)) });
      },
    )
    .delete(
      "/whatsapp/:id/token",
      describe("connections", "Revoke the external-sending token (admins)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        await c.var.act((ctx) => revokeToken(ctx, id));
        return c.json({ id });
      },
    )
    .delete(
      "/whatsapp/:id",
      describe("connections", "Delete a connection; its tickets are kept", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        await c.var.act((ctx) => deleteConnection(ctx, id));
        return c.json({ id });
      },
    );
}

async function toWire(ctx: Context, view: ConnectionView) {
  return connectionToWire(view, await listQueues(ctx));
}
