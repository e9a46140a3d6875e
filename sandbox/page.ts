import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { SandboxError } from "./sandbox-error.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";
const TYPES: Record<string, string> = { ".js": SCRIPT, ".css": STYLE };
/** The page's files by their path, and its font. */
const assets = new Map<string, { type: string; file: URL }>([
  ...readdirSync(inPage(""), { recursive: true, encoding: "utf8" }).flatMap((path) => {
    const type = TYPES[extname(path)];
    return type ? [[path.replaceAll("\\", "/"), { type, file: inPage(path) }] as const] : [];
  }),
  [
    "geist.woff2",
    {
      type: "font/woff2",
      file: new URL(import.meta.resolve("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2")),
    },
  ],
]);

/** Serves the page: the customer's phone, Balcão beside it, and the faults that can be set between them. */
export function createPage() {
  const page = new Hono();
  const contentSecurityPolicy = { defaultSrc: ["'self'"], imgSrc: ["'self'", "data:"], frameAncestors: ["'self'"] };
  page.use(secureHeaders({ contentSecurityPolicy }));
  page.get("/", async (c) => c.html(await readFile(inPage("sandbox.html"), "utf8")));
  page.get("/assets/:path{.+}", async (c) => {
    const asset = assets.get(c.req.param("path"));
    if (!asset) throw new SandboxError("ERR_NOT_FOUND");
    const bytes = await readFile(fileURLToPath(asset.file));
    return c.body(new Uint8Array(bytes), 200, { "content-type": asset.type, "cache-control": "no-cache" });
  });
  return page;
}

function inPage(name: string): URL {
  return new URL(`page/${name}`, import.meta.url);
}
