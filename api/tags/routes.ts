import { Hono, type MiddlewareHandler } from "hono";
import { listTags } from "../../domain/tags/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";

export function tagRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get("/tags/list", describe("tags", "The company's tags"), signedIn, async (c) => {
      const tags = await c.var.read(listTags);
      return c.json(tags.map(({ id, name, color }) => ({ id, name, color })));
    })
    .get("/tags/kanban", describe("tags", "The tags that are columns of the board"), signedIn, async (c) => {
      const tags = await c.var.read(listTags);
      const columns = tags.filter((tag) => tag.isKanban);
      return c.json({ lista: columns.map(({ id, name, color }) => ({ id, name, color })) });
    });
}
