import { sql } from "drizzle-orm";
import { afterAll, expect, inject, type RunnerTask, test } from "vitest";
import { openDatabase } from "../client.ts";
import { describeTimeout } from "./report-timeout.ts";

const companyId = "00000000-0000-7000-8000-000000000001";
const database = openDatabase(inject("databaseUrl"), { max: 2, name: "waits" });
afterAll(() => database.close());

const timedOut = { name: "waits", result: { errors: [{ message: "Test timed out in 30000ms." }] } } as RunnerTask;
const lock = sql`select pg_advisory_xact_lock(${7_202_612}::int)`;

test("the report of a timeout names the open statement, its caller, what blocks it, and who waits for a connection", async () => {
  let waiting: Promise<unknown>[] = [];
  const report = await database.company(companyId, async (db) => {
    await db.execute(lock);
    const [{ pid: holder } = { pid: 0 }] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    waiting = [
      database.company(companyId, (other) => other.execute(lock)),
      database.company(companyId, (third) => third.execute(sql`select 1`)),
    ];
    await expect.poll(() => describeTimeout(timedOut, inject("ownerUrl"))).toContain(`blocked by [${holder}]`);
    return describeTimeout(timedOut, inject("ownerUrl"));
  });
  await Promise.all(waiting);
  expect(report).toMatch(/"waits" timed out/);
  expect(report).toMatch(/no answer for [\d.]+ s on session \d+: select pg_advisory_xact_lock/);
  expect(report).toContain("db/testing/report-timeout.test.ts");
  expect(report).toMatch(/no answer for [\d.]+ s on session \?: waits for a connection of the pool/);
  expect(report).toContain(`pool "waits": 2 open, 0 idle, 1 waiting`);
  expect(report).toMatch(/session \d+: 1 active, 0 sent, 0 unsent, ready false, 0 bytes unwritten, corked 0 times/);
  expect(report).toMatch(/session \d+ of \w+ \(waits\): active, Lock\/advisory/);
});

test("answered statements are not in the report", async () => {
  const answered = sql`select 'answered'`;
  const during = await database.company(companyId, async (db) => {
    // A query is sent when its result is awaited.
    const asked = db.execute(answered).then(() => {});
    const report = describeTimeout(timedOut, inject("ownerUrl"));
    await asked;
    return report;
  });
  expect(during).toContain("select 'answered'");
  // Other files of this process may have open statements of their own.
  expect(await describeTimeout(timedOut, inject("ownerUrl"))).not.toContain("select 'answered'");
});

test("other failures have no report", async () => {
  const failed = { name: "fails", result: { errors: [{ message: "expected 1 to be 2" }] } } as RunnerTask;
  expect(await describeTimeout(failed, inject("ownerUrl"))).toBeNull();
});
