import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { testNow } from "../contracts/testing/clock.ts";
import { schema } from "../db/index.ts";
import { openOwnDatabase } from "../db/testing/own-database.ts";
import { createCompany, createUser, DEMO_PASSWORD, demoAccounts } from "../domain/account/users/index.ts";
import { hashPassword } from "./session/index.ts";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

function start(environment: Record<string, string>): ChildProcess & { said: Promise<string> } {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, PORT: "0", LOG_LEVEL: "fatal", ...environment },
  });
  const lines = createInterface({ input: environment.DATABASE_URL && child.stdout ? child.stdout : child.stderr });
  return Object.assign(child, { said: once(lines, "line").then(([line]) => String(line)) });
}

const database = () => ({
  DATABASE_URL: inject("databaseUrl"),
  SECRET_KEY: "a key for this test only, long enough",
  SANDBOX: "1",
});

// Each test starts the process, which takes seconds on a busy machine.
describe("the api process", { timeout: 120_000 }, () => {
  test("names the missing setting when it cannot start", async () => {
    const child = start({});
    const ended = once(child, "exit");
    expect(await child.said).toMatch(/^DATABASE_URL is missing:/);
    expect((await ended)[0]).toBe(1);
    const unsafe = spawn(process.execPath, [main], { env: { DATABASE_URL: "postgres://nowhere" } });
    const [line] = await once(createInterface({ input: unsafe.stderr }), "line");
    expect(line).toMatch(/^SECRET_KEY is missing:/);
  });

  test("refuses to run as the database's owner, who bypasses row-level security", async () => {
    const child = start({ ...database(), DATABASE_URL: inject("ownerUrl") });
    const [line] = await once(createInterface({ input: child.stderr ?? process.stdin }), "line");
    expect(line).toMatch(/^DATABASE_URL signs in as "balcao", which may pass row-level security/);
    expect(line).toContain("DATABASE_OWNER_URL");
  });

  test("prints its address, answers, and ends on request", async () => {
    const child = start(database());
    const { ready, url } = JSON.parse(await child.said);
    expect(ready).toBe(true);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  });

  test("does not start outside the sandbox while a demo account has the published password", async () => {
    const own = await openOwnDatabase();
    const production = { ...database(), DATABASE_URL: own.url, SANDBOX: "0", PUBLIC_URL: "https://desk.example" };
    const [companyId, now] = [randomUUID(), testNow()];
    await own.database.company(companyId, async (db) => {
      await createCompany(db, { id: companyId, name: "Olaria", email: "", dueDate: now });
      const passwordHash = await hashPassword(DEMO_PASSWORD);
      await createUser({ db, companyId, now }, { name: "Marina", email: demoAccounts.admin, passwordHash });
    });
    const refused = start(production);
    const [line] = await once(createInterface({ input: refused.stderr ?? process.stdin }), "line");
    expect(line).toMatch(/^admin@demo\.example: the password of these demo accounts is known to everybody/);
    const passwordHash = await hashPassword("another password");
    await own.database.company(companyId, (db) => db.update(schema.users).set({ passwordHash }));
    const served = start(production);
    expect(JSON.parse(await served.said)).toEqual({
      ready: true,
      url: "https://desk.example",
      port: expect.any(Number),
    });
    const ended = once(served, "exit");
    served.kill("SIGTERM");
    await ended;
    await own.drop();
  });

  test("ends with its parent process", async () => {
    const child = start({ ...database(), PARENT_WATCH: "1" });
    await child.said;
    const ended = once(child, "exit");
    child.stdin?.end();
    expect((await ended)[0]).toBe(0);
  });
});
