import { Hono, type Context as HonoContext, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { PairingNumber } from "../../contracts/desk/connections.ts";
import {
  askPairingCode,
  type ConnectionView,
  connectionTraffic,
  createConnection,
  deleteConnection,
  disconnectSession,
  listConnections,
  listOutages,
  makeToken,
  newQr,
  requireConnection,
  restartAll,
  revokeToken,
  startSession,
  tokenLastUsedAt,
  updateConnection,
} from "../../domain/desk/connections/index.ts";
import { listQueues } from "../../domain/desk/queues/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { ConnectionWire, connectionToWire, outageToWire, trafficToWire } from "./wire.ts";

const noConnection = "ERR_NO_WAPP_FOUND";

export function connectionRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get("/whatsapp", describe("connections", "List the company's connections"), signedIn, async (c) => {
      const answer = await c.var.read(async (ctx) => {
        const queues = await listQueues(ctx);
        return (await listConnections(ctx)).map((view) => connectionToWire(view, queues));
      });
      return c.json(answer);
    })
    .get(
      "/whatsapp/:id",
      describe("connections", "Get a connection; admins also get its QR code and when its token was last used"),
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
      ),
      signedIn,
      async (c) => c.json({ connections: (await c.var.read(connectionTraffic)).map(trafficToWire) }),
    )
    .get(
      "/whatsapp/:id/outages",
      describe("connections", "List a connection's outages, newest first (admins)"),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        return c.json({ outages: (await c.var.read((ctx) => listOutages(ctx, id))).map(outageToWire) });
      },
    )
    .post(
      "/whatsapp",
      describe("connections", "Add a connection"),
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
      describe("connections", "Change a connection"),
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
      ),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        return c.json({ id, token: await c.var.act((ctx) => makeToken(ctx, id)) });
      },
    )
    .delete(
      "/whatsapp/:id/token",
      describe("connections", "Revoke the external-sending token (admins)"),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        await c.var.act((ctx) => revokeToken(ctx, id));
        return c.json({ id });
      },
    )
    .delete(
      "/whatsapp/:id",
      describe("connections", "Delete a connection; its tickets are kept"),
      signedIn,
      async (c) => {
        const id = idOr(noConnection, c.req.param("id"));
        await c.var.act((ctx) => deleteConnection(ctx, id));
        return c.json({ id });
      },
    )
    .post("/whatsappsession/:id", describe("connections", "Connect, or retry a failed connection"), signedIn, (c) =>
      ask(c, startSession),
    )
    .put("/whatsappsession/:id", describe("connections", "End the session and request a new QR code"), signedIn, (c) =>
      ask(c, newQr),
    )
    .post(
      "/whatsappsession/:id/pairing-code",
      describe("connections", "End the session and request a pairing code to enter on the phone"),
      signedIn,
      permitted("manageConnections"),
      validated("json", v.object({ number: PairingNumber })),
      (c) => ask(c, (ctx, id) => askPairingCode(ctx, id, c.req.valid("json").number)),
    )
    .delete("/whatsappsession/:id", describe("connections", "Disconnect"), signedIn, (c) => ask(c, disconnectSession))
    .post("/whatsapp-restart", describe("connections", "Restart all connections"), signedIn, async (c) => {
      await c.var.act(restartAll);
      return c.json({ message: "restarting" });
    });
}

async function toWire(ctx: Context, view: ConnectionView) {
  return connectionToWire(view, await listQueues(ctx));
}

async function ask(c: HonoContext<AppEnv>, verb: (ctx: Context, id: string) => Promise<void>) {
  const id = idOr(noConnection, c.req.param("id"));
  await c.var.act((ctx) => verb(ctx, id));
  return c.json({ id });
}
