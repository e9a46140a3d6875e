import { Writable } from "node:stream";
import { Column, is, noopDecoder, SQL, sql } from "drizzle-orm";
import { NodePgSession } from "drizzle-orm/node-postgres";
import { describe, expect, test } from "vitest";
import { type CompanyDb, schema } from "../index.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";

/**
 * The parts of drizzle and pg that are not public and that `db` uses. A test that fails after an upgrade names the file of
 * ours that relies on the part; `docs/decisions/0066` has the figures.
 */
const { users, tickets } = schema;

/** Runs `work` with drizzle on a connection of a new company. */
async function withDb<T>(work: (db: CompanyDb) => Promise<T>): Promise<T> {
  const { companyId } = await givenCompany();
  return testDatabase().company(companyId, work);
}

describe("pg", () => {
  test("a connection writes to a stream that can be corked (cork.ts)", async () => {
    const client = await testDatabase().connection();
    const { connection } = client as unknown as { connection?: { stream?: unknown } };
    client.release();
    expect(connection?.stream).toBeInstanceOf(Writable);
  });

  test("a connection knows the process of its session (backup/copy.ts)", async () => {
    const client = await testDatabase().connection();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const { processID } = client as unknown as { processID?: unknown };
    client.release();
    expect(processID).toBe(rows[0]?.pid);
  });
});

describe("drizzle", () => {
  test("a prepared query has its text, parameters, fields and configurations (prepare-once.ts)", async () => {
    const { prepared, raw } = await withDb(async (db) => ({
      prepared: db
        .select({ id: tickets.id, user: { email: users.email } })
        .from(tickets)
        .leftJoin(users, sql`${users.id} = ${tickets.userId}`)
        .where(sql`${tickets.id} = ${sql.placeholder("id")}`)
        .prepare(""),
      raw: db.update(tickets).set({ unreadMessages: 0 }).where(sql`false`).prepare(""),
    }));
    expect(prepared).toMatchObject({
      params: [expect.anything()],
      queryString: expect.stringContaining('select "tickets"."id"'),
      fields: [
        { path: ["id"], field: tickets.id },
        { path: ["user", "email"], field: users.email },
      ],
      joinsNotNullableMap: { tickets: true, users: false },
      queryConfig: { rowMode: "array", text: expect.stringContaining("select") },
    });
    expect(raw).toMatchObject({ fields: undefined, rawQueryConfig: { text: expect.stringContaining("update") } });
  });

  test("columns and expressions have a decoder, and those without a change share one (row-reader.ts)", () => {
    expect(users.email.mapFromDriverValue).toBe(Column.prototype.mapFromDriverValue);
    expect(tickets.createdAt.mapFromDriverValue).not.toBe(Column.prototype.mapFromDriverValue);
    const expression = sql<number>`1`;
    expect(is(expression, SQL) && (expression as unknown as { decoder: unknown }).decoder).toBe(noopDecoder);
    const aliased = expression.as("one") as unknown as { sql: SQL };
    expect(is(aliased.sql, SQL)).toBe(true);
  });

  test("a database leads to its session, and the session to its connection (client.ts, prepare-once.ts)", () =>
    withDb(async (db) => {
      const { session } = db._ as unknown as { session: { client?: unknown } };
      expect(session).toBeInstanceOf(NodePgSession);
      expect(session.client).toMatchObject({ query: expect.any(Function) });
    }));

  test("counts go through the session, and rows come as we pass them on (client.ts)", () =>
    withDb(async (db) => {
      expect(await db.$count(tickets)).toBe(0);
      expect(await db.execute(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    }));
});
