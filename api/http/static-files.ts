import { existsSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { AppEnv } from "./app-env.ts";

const YEAR_SECONDS = 31_536_000;

/** Serves the files of the built app. */
export function staticFiles(folder: string) {
  const app = new Hono<AppEnv>();
  if (!existsSync(join(folder, "index.html"))) return app;
  const files = serveStatic({ root: folder });
  app.get("*", async (c, next) => {
    if (c.req.path === "/") return next();
    const file = await files(c, async () => {});
    if (!file) return next();
    // Vite puts a content hash into these names; other files may change under the same name.
    const isHashed = c.req.path.startsWith("/assets/");
    file.headers.set("Cache-Control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
    return file;
  });
  return app;
}
