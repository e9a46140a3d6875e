import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { SandboxError } from "./sandbox-error.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";
const ASSETS: Record<string, { type: string; file: URL }> = {
  "sandbox.js": { type: SCRIPT, file: inPage("sandbox.js") },
  "conversation.js": { type: SCRIPT, file: inPage("conversation.js") },
  "api.js": { type: SCRIPT, file: inPage("api.js") },
  "sandbox.css": { type: STYLE, file: inPage("sandbox.css") },
  "login.css": { type: STYLE, file: inPage("login.css") },
  "phone.css": { type: STYLE, file: inPage("phone.css") },
  "geist.woff2": {
    type: "font/woff2",
    file: new URL(import.meta.resolve("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2")),
  },
};

/** A phone to play the customer with. */
export function createPage() {
  const page = new Hono();
  const contentSecurityPolicy = { defaultSrc: ["'self'"], imgSrc: ["'self'", "data:"], frameAncestors: ["'self'"] };
  page.use(secureHeaders({ contentSecurityPolicy }));
  page.get("/", async (c) => c.html(await readFile(inPage("sandbox.html"), "utf8")));
  page.get("/assets/:name", async (c) => {
    const asset = ASSETS[c.req.param("name")];
    if (!asset) throw new SandboxError("ERR_NOT_FOUND");
    const bytes = await readFile(fileURLToPath(asset.file));
    return c.body(new Uint8Array(bytes), 200, { "content-type": asset.type, "cache-control": "no-cache" });
  });
  return page;
}

function inPage(name: string): URL {
  return new URL(`page/${name}`, import.meta.url);
}
