import { Hono, type MiddlewareHandler } from "hono";
import { listQuickMessages } from "../../domain/quick-messages/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { quickMessageToWire } from "./wire.ts";

type Deps = { signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

export function quickMessageRoutes({ signedIn, address }: Deps) {
  return new Hono<AppEnv>().get(
    "/quick-messages/list",
    describe("quick messages", "The general quick messages and the person's own"),
    signedIn,
    async (c) => {
      const found = await c.var.read(listQuickMessages);
      const addressOf = mediaAddresses(c, address);
      return c.json(found.map((content) => quickMessageToWire(content, addressOf)));
    },
  );
}
