import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { prepareOnce, prepareOnceFor, schema } from "../index.ts";
import { givenCompany, givenTicket, testDatabase } from "../testing/given.ts";

const { messages, ticketEvents, tickets } = schema;

const addEvent = prepareOnce((db, param) =>
  db.insert(ticketEvents).values({
    ...{ companyId: param("companyId"), id: param("id"), ticketId: param("ticketId"), type: "created" },
    ...{ userId: param("userId"), details: param("details"), at: param("at") },
  }),
);

const eventsOf = prepareOnceFor((most: 1 | 10) => (db, param) => {
  const { id, userId, details, at } = ticketEvents;
  return db
    .select({ id, userId, details, at })
    .from(ticketEvents)
    .where(and(eq(ticketEvents.companyId, param("companyId")), eq(ticketEvents.ticketId, param("ticketId"))))
    .orderBy(id)
    .limit(most);
});

test("a prepared query runs with other values each time, encoded as their columns require", async () => {
  const { companyId, ana } = await givenCompany();
  const ticket = await givenTicket({ companyId });
  const at = new Date("2026-03-08T12:00:00.123Z");
  const ids = [randomUUID(), randomUUID()].sort() as [string, string];
  await testDatabase().company(companyId, async (db) => {
    const common = { companyId, ticketId: ticket.id, at };
    await addEvent(db, { ...common, id: ids[0], userId: null, details: { rating: 3 } });
    // The same inside a savepoint: the statement runs in the current transaction.
    await db.transaction(async (inner) => {
      await addEvent(inner as unknown as typeof db, { ...common, id: ids[1], userId: ana.id, details: {} });
    });
  });
  const all = await testDatabase().company(companyId, (db) => eventsOf(10)(db, { companyId, ticketId: ticket.id }));
  expect(all.filter(({ id }) => ids.includes(id))).toEqual([
    { id: ids[0], userId: null, details: { rating: 3 }, at },
    { id: ids[1], userId: ana.id, details: {}, at },
  ]);
  const one = await testDatabase().company(companyId, (db) => eventsOf(1)(db, { companyId, ticketId: ticket.id }));
  expect(one).toEqual(all.slice(0, 1));
});

test("a prepared query runs in its transaction's company only", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const ticket = await givenTicket({ companyId: one.companyId });
  const find = prepareOnce((db, param) =>
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(eq(tickets.id, param("id"))),
  );
  const inside = (companyId: string) => testDatabase().company(companyId, (db) => find(db, { id: ticket.id }));
  expect(await inside(one.companyId)).toEqual([{ id: ticket.id }]);
  expect(await inside(other.companyId)).toEqual([]);
});

test("null stays null, also where a column would encode a value", async () => {
  const { companyId } = await givenCompany();
  const isNothing = sql<boolean>`${sql.param(sql.placeholder("raw"), messages.raw)}::jsonb is null`;
  const ask = prepareOnce((db) => db.select({ isNothing }).from(tickets).limit(1));
  await givenTicket({ companyId });
  const asked = (raw: unknown) => testDatabase().company(companyId, (db) => ask(db, { raw }));
  expect([await asked(null), await asked({ kind: "poll" })]).toEqual([[{ isNothing: true }], [{ isNothing: false }]]);
});

test("a missing value is reported by its name", async () => {
  const { companyId } = await givenCompany();
  const asked = testDatabase().company(companyId, async (db) => eventsOf(1)(db, { companyId }));
  await expect(asked).rejects.toThrow("no value was given for ticketId");
});
