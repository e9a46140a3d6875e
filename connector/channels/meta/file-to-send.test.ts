import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileToSend } from "./file-to-send.ts";

const BYTES = 12_000_000;
const folder = mkdtempSync(join(tmpdir(), "balcao-upload-"));
const path = join(folder, "foto.jpg");

/** Delays reading the request, so that a test can change the file first. */
let readOn = () => {};
const server = createServer(async (request, response) => {
  request.on("error", () => {});
  await new Promise<void>((resolve) => (readOn = resolve));
  let count = 0;
  request.on("data", (chunk) => (count += chunk.length));
  await new Promise((done) => request.once("close", done));
  response.end(JSON.stringify({ count, said: Number(request.headers["content-length"]) }));
});
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function upload(meanwhile: () => void) {
  writeFileSync(path, Buffer.alloc(BYTES, 7));
  const { file, broken, close } = await openFileToSend(path, "foto.jpg", "image/jpeg");
  const form = new FormData();
  form.set("filedata", file);
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise<void>((done) => server.once("request", () => setImmediate(done)));
  const asked = fetch(`http://127.0.0.1:${port}`, { method: "POST", body: form, signal: broken });
  const answer = asked.then((response) => response.json()).catch((error: Error) => error.message);
  await arrived;
  meanwhile();
  readOn();
  const received = await answer;
  await close();
  return received;
}

test("openFileToSend streams the whole file with its length in advance, also when it is removed or grows meanwhile", async () => {
  const whole = { count: expect.any(Number), said: expect.any(Number) };
  for (const meanwhile of [() => {}, () => rmSync(path), () => appendFileSync(path, "mais")]) {
    const received = (await upload(meanwhile)) as { count: number; said: number };
    expect(received).toEqual(whole);
    expect(received.count).toBe(received.said);
    expect(received.count - BYTES).toBeGreaterThan(0);
    expect(received.count - BYTES).toBeLessThan(1_000);
  }
});

test("openFileToSend aborts only the request when the file is truncated during the upload", async () => {
  expect(await upload(() => truncateSync(path, 1_000_000))).toMatch(/bytes too soon/);
});

test("openFileToSend rejects for a missing file", async () => {
  await expect(openFileToSend(join(folder, "nada.jpg"), "nada.jpg", "image/jpeg")).rejects.toThrow("ENOENT");
});
