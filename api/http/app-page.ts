import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Paths of the server's own pages and of files; every other path that a browser opens is a screen of the app. */
const notTheApp = /^\/(docs|openapi\.json|health|ready|metrics)$|^\/(media|sandbox|assets)(\/|$)|\.[a-z0-9]+$/i;

/**
 * Answers a browser's navigation with the app's page, which routes it. Registered before the API routes, because some
 * screens share the path of a call: `/tickets` opened in a tab is the screen, fetched by a program it is the list.
 */
export function appPage(folder: string) {
  const app = new Hono<AppEnv>();
  const file = join(folder, "index.html");
  if (!existsSync(file)) return app;
  let page: string | undefined;
  app.get("*", async (c, next) => {
    const isNavigation = c.req.header("Accept")?.includes("text/html") ?? false;
    if (!isNavigation || notTheApp.test(c.req.path)) return next();
    page ??= readFileSync(file, "utf8");
    c.header("Cache-Control", "no-cache");
    c.header("Vary", "Accept");
    return c.html(page);
  });
  return app;
}
