import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { AppEnv } from "./app-env.ts";
import { refuse } from "./on-error.ts";

const YEAR_SECONDS = 31_536_000;

/** The built app. A navigation to a path that is no file gets the page: the app routes it. */
export function staticFiles(folder: string) {
  const app = new Hono<AppEnv>();
  if (!existsSync(join(folder, "index.html"))) return app;
  let page: string | undefined;
  const files = serveStatic({
    root: folder,
    onFound: (path, c) => {
      // Vite names these by their content; everything else may be another file tomorrow.
      const isHashed = path.startsWith(join(folder, "assets"));
      c.header("Cache-Control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
    },
  });
  app.get("*", async (c, next) => {
    if (c.req.path === "/") return next();
    const file = await files(c, async () => {});
    return file ?? next();
  });
  app.get("*", (c) => {
    const isNavigation = c.req.header("Accept")?.includes("text/html") ?? false;
    if (!isNavigation || c.req.path.startsWith("/assets/")) return refuse(c, "ERR_NOT_FOUND");
    page ??= readFileSync(join(folder, "index.html"), "utf8");
    c.header("Cache-Control", "no-cache");
    return c.html(page);
  });
  return app;
}
