import { randomUUID } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { enqueue, type Jobs, openWorker } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { givenConnection } from "../testing/given-connection.ts";
import { workQueue } from "./work-queue.ts";

/** A worker that looked for jobs only so often would find none during a test. */
const RARELY = { lookSeconds: 3_600 };

let own: OwnDatabase;
let boss: PgBoss;
let companyId: string;
beforeAll(async () => {
  own = await openOwnDatabase();
  companyId = (await givenConnection(own.database)).companyId;
});
beforeEach(async () => {
  boss = await openWorker(own.url, () => {});
});
afterEach(() => boss.stop({ graceful: false }));
afterAll(() => own.drop());

const added = async (count: number) => {
  const chargeIds = Array.from({ length: count }, () => randomUUID());
  await own.database.company(companyId, async (tx) => {
    for (const chargeId of chargeIds) await enqueue(tx, "charges.end", { companyId, chargeId });
  });
  return chargeIds.toSorted();
};

test("jobs are handled when their transaction commits, one after the other without a pause", async () => {
  const done: string[] = [];
  await workQueue(boss, "charges.end", async ({ data }) => void done.push(data.chargeId), RARELY);
  const first = await added(1);
  await expect.poll(() => done).toEqual(first);
  const others = await added(12);
  await expect.poll(() => done.slice(1).toSorted()).toEqual(others);
});

test("a failed job is handled again when it is due", async () => {
  await own.asOwner("update pgboss.queue set retry_delay = 1 where name = 'charges.end'");
  const tries: Jobs["charges.end"][] = [];
  await workQueue(
    boss,
    "charges.end",
    async ({ data }) => {
      tries.push(data);
      if (tries.length === 1) throw new Error("the provider is away");
    },
    RARELY,
  );
  const [chargeId] = await added(1);
  await expect.poll(() => tries.map((one) => one.chargeId)).toEqual([chargeId, chargeId]);
});
