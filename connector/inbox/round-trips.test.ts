import { eq } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { countRoundTrips } from "../../db/testing/count-round-trips.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { openSettledChannel } from "../testing/settled-channel.ts";

const { connectionLeases, messages, tickets } = schema;

/** A channel whose customers have open conversations with an agent. */
async function given(customers: number) {
  const { companyId, connection, ana, queue } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 1, owner: "test" };
  const database = testDatabase();
  await database.company(companyId, (db) =>
    db
      .update(connectionLeases)
      .set({ epoch: 1, owner: "test" })
      .where(eq(connectionLeases.connectionId, connection.id)),
  );
  const { receive, stop } = openSettledChannel(database, lease, pino({ enabled: false }));
  const all = Array.from({ length: customers }, (_, at) => `55319${81_000_000 + at}`);
  await receive(all);
  const stored = () =>
    database.company(companyId, (db) => db.select().from(messages).where(eq(messages.companyId, companyId)));
  expect(await stored()).toHaveLength(customers);
  await database.company(companyId, (db) =>
    db
      .update(tickets)
      .set({ status: "open", userId: ana.id, queueId: queue.id, isBot: false })
      .where(eq(tickets.companyId, companyId)),
  );
  return { all, receive, stored, stop };
}

test("a message alone takes four round trips: stored, looked up, written with its commit, and numbered", async () => {
  const { all, receive, stored, stop } = await given(1);
  await receive(all);
  expect(await countRoundTrips(() => receive(all))).toBeLessThanOrEqual(4);
  expect(await stored()).toHaveLength(3);
  await stop();
});

test("messages of several customers share their round trips", async () => {
  const { all, receive, stored, stop } = await given(20);
  const trips = await countRoundTrips(() => receive(all));
  expect(trips / all.length).toBeLessThanOrEqual(1.5);
  expect(await stored()).toHaveLength(40);
  await stop();
});
