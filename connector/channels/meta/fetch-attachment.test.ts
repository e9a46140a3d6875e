import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAttachmentFetcher } from "./fetch-attachment.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-attachment-"));
const server = createServer((request, response) => {
  if (request.url === "/away") return response.writeHead(302, { location: "http://localhost:1/secret" }).end();
  if (request.url === "/gone") return response.writeHead(403).end();
  response.end("bytes");
});
let origin = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const fetched = async (graphUrl: string, url: string) => {
  const path = join(folder, "file");
  const raw = { attachment: { mid: "m", place: 0, url } };
  return openAttachmentFetcher(graphUrl)
    .download(raw, path)
    .then(
      () => readFileSync(path, "utf8"),
      (error: Error) => error.message,
    );
};

test("the attachment fetcher downloads from the sandbox, follows no redirect elsewhere, and detects expired links", async () => {
  expect(await fetched(origin, `${origin}/x`)).toBe("bytes");
  expect(await fetched(origin, `${origin}/away`)).toBe("requests to localhost:1 are not allowed");
  expect(await fetched(origin, `${origin}/gone`)).toBe("the link has expired");
});

test.each([
  "http://127.0.0.1/x",
  "http://scontent.fbcdn.net/x",
  "https://fbcdn.net.evil.example/x",
  "https://evilfbcdn.net/x",
  "file:///etc/passwd",
  "",
])('SSRF: the attachment fetcher sends no request to "%s"', async (url) => {
  expect(await fetched("https://graph.facebook.com", url)).toMatch(/not allowed|not HTTP|no address/);
});
