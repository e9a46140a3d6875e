import { Hono, type MiddlewareHandler } from "hono";
import { listHelps } from "../../domain/helps/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";

export function helpRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>().get(
    "/helps/list",
    describe("helps", "List the help videos with their YouTube codes"),
    signedIn,
    async (c) => c.json(await c.var.read(listHelps)),
  );
}
