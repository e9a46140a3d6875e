import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GivenApp, givenApp } from "../testing/given-app.ts";

let given: GivenApp;
let sandbox: Server;
beforeAll(async () => {
  const pwaFolder = mkdtempSync(join(tmpdir(), "balcao-pwa-"));
  mkdirSync(join(pwaFolder, "assets"));
  writeFileSync(join(pwaFolder, "index.html"), "<!doctype html><title>Balcão</title>");
  writeFileSync(join(pwaFolder, "service-worker.js"), "// worker");
  writeFileSync(join(pwaFolder, "assets", "index-abc123.js"), "// app");
  writeFileSync(join(pwaFolder, "assets", "index-abc123.js.br"), brotliCompressSync("// app"));
  writeFileSync(join(pwaFolder, "service-worker.js.gz"), gzipSync("// worker"));
  writeFileSync(join(pwaFolder, "..", "beside.txt"), "secret");
  sandbox = createServer((request, response) => response.end(`phone ${request.method} ${request.url}`));
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  const { port } = sandbox.address() as AddressInfo;
  given = await givenApp({ pwaFolder, sandboxUrl: `http://127.0.0.1:${port}` });
});
afterAll(() => void sandbox.close());

const get = async (path: string, accept = "*/*") => {
  const response = await given.app.request(path, { headers: { accept } });
  return { status: response.status, cache: response.headers.get("Cache-Control"), text: await response.text() };
};

describe("the built app", () => {
  test("answers a navigation to any of its paths with the page, never cached", async () => {
    for (const path of ["/", "/login", "/tickets", "/contacts", "/some/where"]) {
      const page = await get(path, "text/html,application/xhtml+xml");
      expect(page).toEqual({ status: 200, cache: "no-cache", text: expect.stringContaining("<title>Balcão</title>") });
    }
  });

  test("caches files with a content hash in their name forever, and revalidates the others", async () => {
    expect(await get("/assets/index-abc123.js")).toEqual({
      status: 200,
      cache: "public, max-age=31536000, immutable",
      text: "// app",
    });
    expect(await get("/service-worker.js")).toMatchObject({ status: 200, cache: "no-cache" });
  });

  test("sends the compressed file to whoever accepts it, and says that answers differ", async () => {
    const ask = (path: string, encodings: string) =>
      given.app.request(path, { headers: { "accept-encoding": encodings } });
    const script = await ask("/assets/index-abc123.js", "gzip, deflate, br");
    expect(script.headers.get("Content-Encoding")).toBe("br");
    expect(script.headers.get("Content-Type")).toMatch(/javascript/);
    expect(script.headers.get("Vary")).toContain("Accept-Encoding");
    expect(brotliDecompressSync(await script.arrayBuffer()).toString()).toBe("// app");
    const worker = await ask("/service-worker.js", "gzip");
    expect(gunzipSync(await worker.arrayBuffer()).toString()).toBe("// worker");
    const plain = await ask("/assets/index-abc123.js", "identity");
    expect([plain.headers.get("Content-Encoding"), await plain.text()]).toEqual([null, "// app"]);
  });

  test("answers 304 while a file under a fixed name is the same, in the same encoding", async () => {
    const ask = (headers: Record<string, string>) => given.app.request("/service-worker.js", { headers });
    const tag = (await ask({})).headers.get("ETag") ?? "";
    expect(tag).toMatch(/^".+"$/);
    const again = await ask({ "if-none-match": tag });
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
    expect((await ask({ "if-none-match": tag, "accept-encoding": "gzip" })).status).toBe(200);
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
  });

  test("answers 404 for a missing file or an API call, and serves nothing outside its folder", async () => {
    const html = "text/html";
    expect(await get("/assets/index-old.js", html)).toMatchObject({ status: 404 });
    expect((await get("/some/where", "application/json")).status).toBe(404);
    expect((await get("/tickets", "application/json")).status).toBe(401);
    for (const path of ["/../beside.txt", "/%2e%2e/beside.txt", "/..%2fbeside.txt", "/assets/..%5c..%5cbeside.txt"]) {
      expect((await get(path)).text).not.toContain("secret");
    }
  });
});

test("/sandbox is proxied when there is a sandbox", async () => {
  expect(await get("/sandbox/messages?number=55")).toMatchObject({
    status: 200,
    text: "phone GET /sandbox/messages?number=55",
  });
  expect((await given.app.request("/sandbox", { method: "POST", body: "x" })).status).toBe(200);
});
