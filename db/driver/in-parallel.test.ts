import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { latency } from "../../contracts/testing/latency.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";
import { inParallel } from "./in-parallel.ts";

test("inParallel returns all results in order", async () => {
  expect(await inParallel([Promise.resolve(1), "two", undefined])).toEqual([1, "two", undefined]);
});

test("inParallel rejects with the first error after every statement has ended", async () => {
  let ended = false;
  const slow = latency(20).then(() => {
    ended = true;
  });
  await expect(inParallel([slow, Promise.reject(new Error("refused"))])).rejects.toThrow("refused");
  expect(ended).toBe(true);
});

test("inParallel runs each drizzle statement once", async () => {
  const { companyId } = await givenCompany();
  const count = sql`select set_config('test.asked', concat(current_setting('test.asked', true), '+'), true) as asked`;
  const [[row]] = await testDatabase().company(companyId, async (db) => {
    await inParallel([db.execute(count)]);
    return inParallel([db.execute<{ asked: string }>(sql`select current_setting('test.asked') as asked`)]);
  });
  expect(row?.asked).toBe("+");
});

test("inParallel rejects with the failure itself, not with a later statement that Postgres refused for it", async () => {
  const { companyId } = await givenCompany();
  const failing = testDatabase().company(companyId, async (db) => {
    const first = db.execute(sql`select 1 / 0`).then((rows) => rows);
    return inParallel([db.execute(sql`select 1`), first]);
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: "22012" } });
});
