import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { acceptedEncoding, compressJson } from "./compress.ts";

const long = { texts: Array.from({ length: 200 }, (_, at) => `mensagem ${at}`) };
const app = new Hono()
  .use(compressJson)
  .get("/long", (c) => c.json(long))
  .get("/short", (c) => c.json({ id: 1 }))
  .get("/refused", (c) => c.json(long, 404))
  .get("/text", (c) => c.text(JSON.stringify(long)));

const ask = (path: string, encodings: string) => app.request(path, { headers: { "accept-encoding": encodings } });

test("a large JSON answer is compressed as the request accepts it, and names what it depends on", async () => {
  const [br, gzip] = [await ask("/long", "gzip, br"), await ask("/long", "gzip, br;q=0")];
  expect(JSON.parse(brotliDecompressSync(await br.arrayBuffer()).toString())).toEqual(long);
  expect(JSON.parse(gunzipSync(await gzip.arrayBuffer()).toString())).toEqual(long);
  for (const { headers } of [br, gzip]) expect(headers.get("Vary")).toContain("Accept-Encoding");
  expect([br.headers.get("Content-Encoding"), gzip.headers.get("Content-Encoding")]).toEqual(["br", "gzip"]);
});

test("small answers, refusals, other types and requests without an encoding stay as they are", async () => {
  for (const [path, encodings] of [
    ["/short", "br"],
    ["/refused", "br"],
    ["/text", "br"],
    ["/long", ""],
  ] as const) {
    const answer = await ask(path, encodings);
    expect(answer.headers.get("Content-Encoding"), path).toBeNull();
    expect(JSON.parse(await answer.text())).toBeDefined();
  }
});

test("acceptedEncoding: the first offered one that is not refused", () => {
  expect(acceptedEncoding("gzip, deflate, br")).toBe("br");
  expect(acceptedEncoding("gzip, br", ["gzip"])).toBe("gzip");
  expect(acceptedEncoding("br;q=0, GZIP;q=0.5")).toBe("gzip");
  expect(acceptedEncoding("zstd, gzippy")).toBeNull();
  expect(acceptedEncoding(undefined)).toBeNull();
});
