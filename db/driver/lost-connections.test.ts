import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { type CompanyDb, type Database, inParallel, openDatabase, schema } from "../index.ts";
import { givenCompany } from "../testing/given.ts";

const NAME = "lost connections";
let database: Database;
/** Signed in as the owner, who alone may terminate connections. */
let owner: postgres.Sql;
beforeAll(() => {
  database = openDatabase(inject("databaseUrl"), { max: 1, name: NAME });
  owner = postgres(inject("ownerUrl"), { max: 1 });
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

const OVER = { cause: { message: "the transaction is over" } };
/** Terminates the connections, and waits until their processes are gone. */
async function cut(): Promise<void> {
  const found = await owner<{ pid: number }[]>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = ${NAME}`;
  const pids = found.map(({ pid }) => pid);
  await expect.poll(() => owner`select 1 from pg_stat_activity where pid = any (${pids})`, { interval: 5 }).toEqual([]);
}
const one = async (companyId: string) =>
  (await database.company(companyId, (tx) => tx.select({ id: schema.companies.id }).from(schema.companies))).length;

describe("a connection that Postgres terminates", () => {
  test("between two statements fails that transaction only", async () => {
    const { companyId } = await givenCompany();
    const work = database.company(companyId, async (tx) => {
      await tx.execute(sql`select 1`);
      await cut();
      await tx.execute(sql`select 2`);
    });
    await expect(work).rejects.toThrow();
    expect(await one(companyId)).toBe(1);
  });

  test("during a statement fails that transaction, and the next one works", async () => {
    const { companyId } = await givenCompany();
    const work = database.company(companyId, (tx) => tx.execute(sql`select pg_sleep(30)`));
    const rejected = expect(work).rejects.toThrow();
    const isRunning = async () =>
      (await owner`select 1 from pg_stat_activity where application_name = ${NAME} and wait_event = 'PgSleep'`).length;
    await expect.poll(isRunning, { interval: 10 }).toBe(1);
    await cut();
    await rejected;
    expect(await one(companyId)).toBe(1);
  });

  test("ends its transaction, and late statements of that never run in another company's transaction", async () => {
    const [lost, next] = [await givenCompany(), await givenCompany()];
    const goOn = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const work = database.company(lost.companyId, async (tx) => {
      await tx.execute(sql`select 1`);
      // Not awaited, as by mistake.
      late = goOn.promise.then(() => tx.execute(sql`select id from companies`));
      await cut();
      await tx.execute(sql`select 2`);
    });
    await expect(work).rejects.toThrow();
    // The pool has one connection: the next transaction runs on the replacement of the lost one.
    const kept = await database.company(next.companyId, async (tx) => {
      await tx.insert(schema.tags).values({ companyId: next.companyId, id: next.queue.id, name: "vip", color: "#fff" });
      goOn.resolve();
      await expect(late).rejects.toMatchObject(OVER);
      return tx.select().from(schema.tags);
    });
    expect(kept).toHaveLength(1);
  });

  test("statements after the end of a transaction are rejected, also on a healthy connection", async () => {
    const [first, next] = [await givenCompany(), await givenCompany()];
    let tell = (_tx: CompanyDb) => {};
    const kept = new Promise<CompanyDb>((resolve) => {
      tell = resolve;
    });
    await database.company(first.companyId, async (tx) => tell(tx));
    await database.company(next.companyId, async () => {
      const late = (await kept).select().from(schema.companies);
      await expect(late).rejects.toMatchObject(OVER);
    });
  });

  test("a failed statement fails the whole transaction even when its error is caught", async () => {
    const { companyId } = await givenCompany();
    const work = database.company(companyId, async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => {}); // the case under test
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await one(companyId)).toBe(1);
  });

  test("repeated terminations under load leave no statement without an answer", async () => {
    const busy = openDatabase(inject("databaseUrl"), { max: 4, name: NAME });
    const { companyId } = await givenCompany();
    let isOver = false;
    let done = 0;
    const workers = Array.from({ length: 8 }, async () => {
      let failures = 0;
      while (!isOver) {
        await busy
          .company(companyId, async (tx) => {
            await inParallel([1, 2, 3].map((n) => tx.execute(sql`select ${n}::int`)));
            await tx.execute(sql`select count(*) from companies`);
          })
          .then(() => {
            done += 1;
          })
          .catch(() => {
            failures += 1;
          });
      }
      return failures;
    });
    for (let round = 0; round < 8; round++) {
      const before = done;
      await vi.waitUntil(() => done > before + workers.length, { interval: 5 });
      await cut();
    }
    isOver = true;
    expect((await Promise.all(workers)).reduce((sum, failures) => sum + failures, 0)).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 8 }, () => busy.company(companyId, (tx) => tx.execute(sql`select 1`))));
    await busy.close();
  });
});
