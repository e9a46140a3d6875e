import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenLinkedConnection, openTestEnvironment, type TestEnvironment, until } from "./testing/given-connection.ts";

let environment: TestEnvironment;
let dataDir: string;

beforeAll(async () => {
  environment = await openTestEnvironment();
  dataDir = mkdtempSync(join(tmpdir(), "balcao-program-"));
});
afterAll(async () => {
  await environment.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startProgram(extra: Record<string, string> = {}): Promise<{ child: ChildProcess; lines: string[] }> {
  const env = {
    ...process.env,
    DATABASE_URL: environment.databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: "a secret key for the tests only, long enough",
    SANDBOX_WS_URL: environment.emulator.url,
    SANDBOX_CA: environment.emulator.media.caPath,
    LOG_LEVEL: "silent",
    PARENT_WATCH: "1",
    ...extra,
  };
  const child = spawn(process.execPath, [new URL("main.ts", import.meta.url).pathname], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => lines.push(line));
  await until(() => lines.some((line) => line.startsWith('{"ready":true')) || child.exitCode !== null);
  return { child, lines };
}

test("the program reports readiness, serves a connection, prints no secret, and exits on SIGTERM", async () => {
  const { child, lines } = await startProgram();
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "oi");
  await until(async () => (await company.messages()).length === 1);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(lines).toHaveLength(1);
});

test("the program exits when its parent has exited", async () => {
  const { child } = await startProgram({ PARENT_WATCH: "1" });
  child.stdin?.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

test("the program refuses to start as the database's owner, who bypasses row-level security", async () => {
  const { child } = await startProgram({ DATABASE_URL: environment.ownerUrl });
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(1);
});

test.each(["", "a"])("the program refuses to start with the missing or guessable secret '%s'", async (SECRET_KEY) => {
  const { child } = await startProgram({ SECRET_KEY });
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(1);
});
