import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";

let dataDir: string;
let child: ChildProcess;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sandbox-main-"));
});
afterEach(() => {
  child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true });
});

async function startProgram(env: Record<string, string>) {
  const file = new URL("main.ts", import.meta.url).pathname;
  const options = { DATA_DIR: dataDir, DATABASE_OWNER_URL: inject("ownerUrl"), ...env };
  child = spawn(process.execPath, [file], { env: { ...process.env, ...options }, stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return JSON.parse(line.toString()) as Record<"httpUrl" | "wsUrl" | "caPath", string> & { ready: boolean };
}

test("the sandbox's program prints its addresses, answers from Balcão's tables, and exits on SIGTERM", async () => {
  const { ready, httpUrl, wsUrl, caPath } = await startProgram({});
  expect(ready).toBe(true);
  expect(wsUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/ws\/chat$/);
  expect(existsSync(caPath)).toBe(true);
  const response = await fetch(`${httpUrl}/sandbox/connections`);
  expect(response.status).toBe(200);
  expect(Array.isArray(await response.json())).toBe(true);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("the sandbox's program exits with its parent, even while a page listens", async () => {
  const { httpUrl } = await startProgram({ PARENT_WATCH: "1" });
  const stream = await fetch(`${httpUrl}/sandbox/events`);
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  child.stdin?.end();
  expect(await once(child, "exit")).toEqual([0, null]);
  await stream.body?.cancel().catch(() => undefined); // the connection is closed
});
