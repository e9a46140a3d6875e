import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import type { AppEnv } from "./app-env.ts";

const YEAR_SECONDS = 31_536_000;

/** Identifies the present content of a file in one encoding: a compressed file has a path of its own. */
function entityTag(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}-${extname(path).slice(1)}"`;
}

/** Serves the files of the built app. */
export function staticFiles(folder: string) {
  const app = new Hono<AppEnv>();
  if (!existsSync(join(folder, "index.html"))) return app;
  const files = serveStatic({
    root: folder,
    // `bin/precompress.ts` puts the compressed files beside those of the build.
    precompressed: true,
    onFound: (path, c) => void found.set(c, path),
  });
  const found = new WeakMap<Context, string>();
  app.get("*", async (c, next) => {
    if (c.req.path === "/") return next();
    const file = await files(c, async () => {});
    const path = found.get(c);
    if (!file || !path) return next();
    // Vite puts a content hash into these names; other files may change under the same name.
    if (path.startsWith(join(folder, "assets"))) {
      file.headers.set("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
      return file;
    }
    const tag = entityTag(path);
    file.headers.set("Cache-Control", "no-cache");
    file.headers.set("ETag", tag);
    if (!c.req.header("If-None-Match")?.includes(tag)) return file;
    await file.body?.cancel();
    file.headers.delete("Content-Length");
    return new Response(null, { status: 304, headers: file.headers });
  });
  return app;
}
