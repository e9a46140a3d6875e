import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type CompanyDb, prepareOnce, schema } from "../index.ts";
import { givenCompany, givenTicket, testDatabase } from "../testing/given.ts";

const { queues, tickets, users } = schema;

/** Selects columns, an expression, an object of expressions, and objects of joined rows, each with a decoded column. */
const query = (db: CompanyDb, id: unknown) =>
  db
    .select({
      at: tickets.lastMessageAt,
      ticket: { queueId: tickets.queueId, closedAt: tickets.closedAt, createdAt: tickets.createdAt },
      user: { id: users.id, email: users.email, createdAt: users.createdAt },
      /** Null by its first column, although another one has a value. */
      emptyFirst: { connectionId: users.connectionId, id: users.id },
      queue: { id: queues.id, position: queues.position },
      /** Columns of two tables: the group is never null. */
      both: { user: users.id, queue: queues.id },
      computed: { one: sql<number>`1`, none: sql<null>`null` },
    })
    .from(tickets)
    .leftJoin(users, and(eq(users.companyId, tickets.companyId), eq(users.id, tickets.userId)))
    .leftJoin(queues, and(eq(queues.companyId, tickets.companyId), eq(queues.id, tickets.queueId)))
    .where(eq(tickets.id, id as string));

const prepared = prepareOnce((db, param) => query(db, param("id")));

test("a prepared query returns the objects that drizzle makes: decoded columns, and null for a row that was not found", async () => {
  const { companyId, queue, ana } = await givenCompany();
  const joined = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
  const alone = await givenTicket({ companyId });
  await testDatabase().company(companyId, async (db) => {
    for (const { id } of [joined, alone]) expect(await prepared(db, { id })).toEqual(await query(db, id));
    const [[full], [empty]] = [await prepared(db, { id: joined.id }), await prepared(db, { id: alone.id })];
    expect(full).toMatchObject({ user: { id: ana.id }, queue: { id: queue.id }, emptyFirst: null });
    expect(full?.at).toBeInstanceOf(Date);
    expect(empty).toMatchObject({ user: null, queue: null, ticket: { queueId: null }, both: { user: null } });
    expect(await prepared(db, { id: randomUUID() })).toEqual([]);
  });
});

test("a failed prepared query names its statement, with the database's error as the cause", async () => {
  const { companyId } = await givenCompany();
  const asked = testDatabase().company(companyId, (db) => prepared(db, { id: "no id" }));
  await expect(asked).rejects.toMatchObject({
    message: expect.stringContaining("Failed query"),
    cause: { code: "22P02" },
  });
});
