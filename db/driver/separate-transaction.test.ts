import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Database, isTransientDbError, openDatabase, runSeparately, schema } from "../index.ts";
import { givenCompany } from "../testing/given.ts";

const { ticketCounters } = schema;
const NAME = "separate transactions";

/** A pool of one connection, which the caller's transaction holds. */
let database: Database;
beforeAll(() => {
  database = openDatabase(inject("databaseUrl"), { max: 1, name: NAME });
});
afterAll(() => database.close());

const count = (companyId: string) => sql`
  insert into ticket_counters (company_id, last) values (${companyId}, 1)
  on conflict (company_id) do update set last = ticket_counters.last + 1 returning last`;
const lastOf = (companyId: string) =>
  database.company(companyId, (tx) =>
    tx.select({ last: ticketCounters.last }).from(ticketCounters).where(eq(ticketCounters.companyId, companyId)),
  );

test("a separate statement is committed although the transaction around it is rolled back", async () => {
  const { companyId } = await givenCompany();
  const work = database.company(companyId, async (tx) => {
    expect(await runSeparately(tx, companyId, count(companyId))).toEqual([{ last: 1 }]);
    throw new Error("rolled back");
  });
  await expect(work).rejects.toThrow("rolled back");
  expect(await lastOf(companyId)).toEqual([{ last: 1 }]);
});

test("a separate statement in a savepoint is committed, too", async () => {
  const { companyId } = await givenCompany();
  await database.company(companyId, async (tx) => {
    const inner = tx.transaction(async (nested) => {
      await runSeparately(nested, companyId, count(companyId));
      throw new Error("to the savepoint");
    });
    await expect(inner).rejects.toThrow("to the savepoint");
  });
  expect(await lastOf(companyId)).toEqual([{ last: 1 }]);
});

test("a separate statement reads and writes rows of its company only", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  await database.company(ours.companyId, async (tx) => {
    await expect(runSeparately(tx, ours.companyId, count(theirs.companyId))).rejects.toThrow("row-level security");
    const rows = await runSeparately(tx, ours.companyId, sql`select id from companies where id <> ${randomUUID()}`);
    expect(rows).toEqual([{ id: ours.companyId }]);
    expect(() => runSeparately(tx, "'; drop table tickets", sql`select 1`)).toThrow("not a company id");
  });
});

test("a separate statement that waits for a lock fails as a transient error, and the next one works", async () => {
  const { companyId } = await givenCompany();
  await database.company(companyId, async (tx) => {
    await tx.insert(ticketCounters).values({ companyId, last: 7 });
    const error = await runSeparately(tx, companyId, count(companyId)).catch((cause) => cause);
    expect(error).toMatchObject({ code: "55P03" });
    expect(isTransientDbError(error)).toBe(true);
  });
  await database.company(companyId, async (tx) => {
    expect(await runSeparately(tx, companyId, count(companyId))).toEqual([{ last: 8 }]);
  });
});

test("after its connection was lost, a separate statement opens another one", async () => {
  const { companyId } = await givenCompany();
  const take = () => database.company(companyId, (tx) => runSeparately(tx, companyId, count(companyId)));
  await take();
  const owner = postgres(inject("ownerUrl"), { max: 1 });
  await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${NAME}`;
  await owner.end();
  await take().catch(() => take());
  expect((await lastOf(companyId))[0]?.last).toBeGreaterThan(1);
});
