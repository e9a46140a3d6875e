import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { extname } from "node:path";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { SandboxError } from "./sandbox-error.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";
const TYPES: Record<string, string> = { ".ts": SCRIPT, ".css": STYLE };
/** The page's files by their path, and its font. */
const assets = new Map<string, { type: string; file: URL }>([
  ...readdirSync(inPage(""), { recursive: true, encoding: "utf8" }).flatMap((path) => {
    const type = path.endsWith(".test.ts") ? undefined : TYPES[extname(path)];
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
    const bytes = await readFile(asset.file);
    const body = asset.type === SCRIPT ? scriptOf(bytes.toString()) : new Uint8Array(bytes);
    return c.body(body, 200, { "content-type": asset.type, "cache-control": "no-cache" });
  });
  return page;
}

/** JavaScript by its TypeScript source. */
const scripts = new Map<string, string>();

/** Returns a module as a browser runs it: without types, each line and column at its place. */
function scriptOf(source: string): string {
  const script = scripts.get(source) ?? withoutWarning(() => stripTypeScriptTypes(source));
  scripts.set(source, script);
  return script;
}

/** Runs `work` without the warning of experimental functions, which Node writes to standard error at their first use. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function inPage(name: string): URL {
  return new URL(`page/${name}`, import.meta.url);
}
