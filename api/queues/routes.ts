import { Hono, type MiddlewareHandler } from "hono";
import { listQueues } from "../../domain/queues/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";

export function queueRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>().get("/queue", describe("queues", "The company's queues"), signedIn, async (c) => {
    const queues = await c.var.read(listQueues);
    return c.json(queues.map(({ id, name, color, greetingMessage }) => ({ id, name, color, greetingMessage })));
  });
}
