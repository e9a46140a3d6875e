import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type Database, openDatabase, schema } from "../index.ts";
import { givenCompany } from "../testing/given.ts";
import { corkForThisTick } from "./cork.ts";

const { tags } = schema;

let database: Database;
beforeAll(() => {
  database = openDatabase(inject("databaseUrl"), { max: 1, name: "one statement" });
});
afterAll(() => database.close());

const insertTag = (companyId: string, name: string) => sql`
  insert into tags (company_id, id, name, color) values (${companyId}, ${randomUUID()}, ${name}, '#1d7f52') returning name`;
const namesOf = async (companyId: string) =>
  (
    await database.company(companyId, (tx) =>
      tx.select({ name: tags.name }).from(tags).where(eq(tags.companyId, companyId)),
    )
  ).map(({ name }) => name);

test("one statement is committed when its rows are returned", async () => {
  const { companyId } = await givenCompany();
  expect(await database.statement(companyId, insertTag(companyId, "novo"))).toEqual([{ name: "novo" }]);
  expect(await namesOf(companyId)).toEqual(["novo"]);
});

test("one statement reaches no row of another company", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  await expect(database.statement(ours.companyId, insertTag(theirs.companyId, "alheio"))).rejects.toThrow(
    "row-level security",
  );
  await expect(database.statement("'; drop table tags; --", sql`select 1`)).rejects.toThrow("not a company id");
  expect(await database.statement(ours.companyId, sql`select id from companies`)).toEqual([{ id: ours.companyId }]);
});

test("a failed statement writes nothing, and the connection serves the next one", async () => {
  const { companyId } = await givenCompany();
  const failing = sql`${insertTag(companyId, "falho")}, 1 / (length(name) - 5)`;
  await expect(database.statement(companyId, failing)).rejects.toThrow("division by zero");
  expect(await namesOf(companyId)).toEqual([]);
});

test("everything that is sent on a connection in one tick is written at once", async () => {
  const client = await database.connection();
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const writes = (["_write", "_writev"] as const).map((name) =>
    vi.spyOn(stream as Writable & { _write(): void; _writev(): void }, name),
  );
  corkForThisTick(client);
  const first = client.query("select 1 as n");
  corkForThisTick(client);
  const second = client.query("select $1::int as n", [2]);
  expect([(await first).rows, (await second).rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  expect(writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1);
  client.release();
});
