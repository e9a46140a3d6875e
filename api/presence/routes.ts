import { Hono, type MiddlewareHandler } from "hono";
import { PresenceReport } from "../../contracts/presence.ts";
import { reportPresence } from "../../domain/desk/presence/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";

export function presenceRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>().post(
    "/presence",
    describe(
      "presence",
      "Report that this device shows a ticket, is typing in it or has left it; repeat every 40 seconds, while typing every 12",
      { 204: null },
    ),
    signedIn,
    validated("json", PresenceReport),
    async (c) => {
      const report = c.req.valid("json");
      await c.var.read((ctx) => reportPresence(ctx, report, c.var.signedIn.sessionId.slice(0, 12)));
      return c.body(null, 204);
    },
  );
}
