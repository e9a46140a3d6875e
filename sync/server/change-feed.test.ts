import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Database, schema } from "../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { openChangeFeed, retryPauseMs } from "./change-feed.ts";
import { sequencer } from "./testing/given-device.ts";

async function givenFeed(database: Database = testDatabase()) {
  const { companyId, queue } = await givenCompany();
  await sequencer.run(companyId);
  const errors: unknown[] = [];
  const feed = openChangeFeed({ database, sequencer, onError: (error) => void errors.push(error) });
  const delivered: number[] = [];
  const following = feed.follow(companyId, async (changes) => void delivered.push(...changes.map(({ rev }) => rev)));
  await following.deliveredTo();
  /** Changes a ticket, numbers the change and returns its revision. */
  async function change(): Promise<number> {
    await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const [clock] = await testDatabase().company(companyId, (tx) => tx.select().from(schema.clocks));
    return clock?.rev ?? 0;
  }
  return { companyId, queue, feed, change, delivered, errors };
}

/** A database whose next read of the company rejects. */
function failingOnce(): Database {
  let hasFailed = false;
  return {
    ...testDatabase(),
    company(companyId, work, options) {
      if (!options?.isReading || hasFailed) return testDatabase().company(companyId, work, options);
      hasFailed = true;
      return Promise.reject(new Error("the database is away"));
    },
  };
}

test("a later follower begins at the revision that was delivered until then", async () => {
  const { companyId, feed, change, delivered } = await givenFeed();
  const rev = await change();
  feed.notify(companyId);
  await expect.poll(() => delivered.at(-1)).toBe(rev);
  const later = feed.follow(companyId, async () => {});
  await expect.poll(() => later.deliveredTo()).toBe(rev);
});

test("changes that no notification announced are delivered when the feed catches up", async () => {
  const { feed, change, delivered } = await givenFeed();
  const rev = await change();
  await feed.catchUp();
  await expect.poll(() => delivered.at(-1)).toBe(rev);
});

test("changes that were left without a revision get one when the feed catches up", async () => {
  const { companyId, queue, feed, delivered } = await givenFeed();
  await givenTicket({ companyId, queueId: queue.id });
  await feed.catchUp();
  const unnumbered = await testDatabase().company(companyId, (tx) =>
    tx.$count(schema.unnumberedChanges, eq(schema.unnumberedChanges.companyId, companyId)),
  );
  expect([unnumbered, delivered]).toEqual([0, []]);
  await feed.catchUp();
  await expect.poll(() => delivered.length).toBeGreaterThan(0);
});

test("changes whose read failed are delivered without another notification", async () => {
  const { companyId, feed, change, delivered, errors } = await givenFeed(failingOnce());
  const rev = await change();
  feed.notify(companyId);
  await expect.poll(() => delivered.at(-1)).toBe(rev);
  expect(errors).toHaveLength(1);
});

test("the pause before a failed read is repeated grows to fifteen seconds", () => {
  expect([1, 2, 3, 5, 6, 50].map(retryPauseMs)).toEqual([500, 1_000, 2_000, 8_000, 15_000, 15_000]);
});

test.each([
  ["ends with the first company when the database is away", { code: "ECONNREFUSED" }, 1],
  ["asks the other companies when the read of one fails", { code: "22P02" }, 2],
])("a catch-up %s", async (_title, cause, times) => {
  const { companyId } = await givenCompany();
  const other = await givenCompany();
  const errors: unknown[] = [];
  const database: Database = {
    ...testDatabase(),
    company: (id, work, options) =>
      options?.isReading ? Promise.reject(new Error("refused", { cause })) : testDatabase().company(id, work, options),
  };
  const feed = openChangeFeed({ database, sequencer, onError: (error) => void errors.push(error) });
  for (const id of [companyId, other.companyId]) await feed.follow(id, async () => {}).deliveredTo();
  await feed.catchUp();
  expect(errors).toHaveLength(times);
});
