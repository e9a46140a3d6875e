import { Hono, type Context as HonoContext, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { PairingNumber } from "../../contracts/desk/connections.ts";
import {
  askPairingCode,
  disconnectSession,
  newQr,
  restartAll,
  startSession,
} from "../../domain/desk/connections/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { RestartAnswer } from "./answers.ts";

/** The calls that connect and disconnect a connection. */
export function connectionSessionRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .post(
      "/whatsappsession/:id",
      describe("connections", "Connect, or retry a failed connection", { 200: IdAnswer }),
      signedIn,
      (c) => ask(c, startSession),
    )
    .put(
      "/whatsappsession/:id",
      describe("connections", "End the session and request a new QR code", { 200: IdAnswer }),
      signedIn,
      (c) => ask(c, newQr),
    )
    .post(
      "/whatsappsession/:id/pairing-code",
      describe("connections", "End the session and request a pairing code to enter on the phone", { 200: IdAnswer }),
      signedIn,
      permitted("manageConnections"),
      validated("json", v.object({ number: PairingNumber })),
      (c) => ask(c, (ctx, id) => askPairingCode(ctx, id, c.req.valid("json").number)),
    )
    .delete("/whatsappsession/:id", describe("connections", "Disconnect", { 200: IdAnswer }), signedIn, (c) =>
      ask(c, disconnectSession),
    )
    .post(
      "/whatsapp-restart",
      describe("connections", "Restart all connections", { 200: RestartAnswer }),
      signedIn,
      async (c) => {
        await c.var.act(restartAll);
        return c.json({ message: "restarting" });
      },
    );
}

async function ask(c: HonoContext<AppEnv>, verb: (ctx: Context, id: string) => Promise<void>) {
  const id = idOr("ERR_NO_WAPP_FOUND", c.req.param("id"));
  await c.var.act((ctx) => verb(ctx, id));
  return c.json({ id });
}
