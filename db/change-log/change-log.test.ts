import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { latency } from "../../contracts/testing/latency.ts";
import { randomOfTest } from "../../contracts/testing/random.ts";
import * as schema from "../schema/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../testing/given.ts";
import { listenToChanges } from "./listen.ts";
import { openSequencer } from "./sequencer.ts";

const logOf = (companyId: string) =>
  testDatabase().company(companyId, (tx) => tx.select().from(schema.changes).orderBy(asc(schema.changes.rev)));

async function numberedLog(companyId: string) {
  await openSequencer(testDatabase()).run(companyId);
  return logOf(companyId);
}

test("moving a ticket to another queue logs the ticket with both scopes, its thread and its contact", async () => {
  const { companyId, queue, support } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const sequencer = openSequencer(testDatabase());
  await sequencer.run(companyId);
  const before = (await logOf(companyId)).length;
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.tickets).set({ queueId: support.id }).where(eq(schema.tickets.id, ticket.id)),
  );
  await sequencer.run(companyId);
  const added = (await logOf(companyId)).slice(before);
  expect(added.map((change) => [change.collection, change.docId])).toEqual([
    ["tickets", ticket.id],
    ["threads", ticket.id],
    ["contacts", ticket.contactId],
  ]);
  expect(added[0]).toMatchObject({ oldScope: { queueId: queue.id }, newScope: { queueId: support.id } });
});

test("an update without a difference is not logged", async () => {
  const { companyId, queue } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const before = (await numberedLog(companyId)).length;
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.tickets).set({ queueId: queue.id }).where(eq(schema.tickets.id, ticket.id)),
  );
  expect(await numberedLog(companyId)).toHaveLength(before);
});

test("12,000 changes that no statistics know are numbered within the limit of a statement", async () => {
  const { companyId } = await givenCompany();
  const change = () => ({ companyId, collection: "contacts", docId: randomUUID(), at: testNow() });
  await testDatabase().company(companyId, async (tx) => {
    for (let part = 0; part < 3; part += 1)
      await tx.insert(schema.unnumberedChanges).values(Array.from({ length: 4_000 }, change));
  });
  await openSequencer(testDatabase()).run(companyId);
  const [numbered] = await testDatabase().company(companyId, (tx) =>
    tx.execute<{ last: string; count: string }>(
      sql`select max(rev) as last, count(distinct rev) as count from changes where company_id = ${companyId}`,
    ),
  );
  expect(numbered?.last).toBe(numbered?.count);
  expect(Number(numbered?.count)).toBeGreaterThanOrEqual(12_000);
});

test("with many concurrent writers, a reader misses no change and no revision is assigned twice", async () => {
  const { companyId } = await givenCompany();
  const sequencer = openSequencer(testDatabase());
  const wanted = new Set<string>();
  const seen: string[] = [];
  const random = randomOfTest();
  let last = 0;
  let writing = true;

  async function read(): Promise<void> {
    await sequencer.run(companyId);
    for (const change of await logOf(companyId)) {
      if (change.rev === null || change.rev <= last) continue;
      seen.push(change.docId);
      last = change.rev;
    }
  }
  async function write(): Promise<void> {
    for (let i = 0; i < 15; i++) {
      const id = randomUUID();
      wanted.add(`tag:${id}`);
      await testDatabase().company(companyId, async (tx) => {
        await tx.insert(schema.tags).values({ companyId, id, name: id, color: "#fff" });
        await latency(random.next() * 8);
      });
    }
  }
  const reader = (async () => {
    while (writing) await read();
  })();
  await Promise.all(Array.from({ length: 4 }, write));
  writing = false;
  await reader;
  await read();
  const tags = seen.filter((id) => id.startsWith("tag:"));
  expect(new Set(tags)).toEqual(wanted);
  expect(tags).toHaveLength(wanted.size);
  const unnumbered = await testDatabase().company(companyId, (tx) =>
    tx.select().from(schema.unnumberedChanges).where(eq(schema.unnumberedChanges.companyId, companyId)),
  );
  expect(unnumbered).toEqual([]);
});

test("subscribers get the company and its newest revision", async () => {
  const { companyId } = await givenCompany();
  const told: number[] = [];
  const subscription = await listenToChanges(testDatabase(), (company, rev) => company === companyId && told.push(rev));
  await openSequencer(testDatabase()).run(companyId);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  const [clock] = await testDatabase().company(companyId, (tx) => tx.select().from(schema.clocks));
  expect(told.at(-1)).toBe(clock?.rev);
  await subscription.stop();
});
