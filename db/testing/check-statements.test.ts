import { and, eq, sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { openDatabase } from "../client.ts";
import { queues, userQueues } from "../schema/index.ts";

const database = openDatabase(inject("databaseUrl"));
afterAll(() => database.close());
const companyId = "00000000-0000-7000-8000-000000000001";

/** Counts each queue's agents, with a condition on the inner table. */
const counted = (condition: ReturnType<typeof sql>) =>
  database.company(companyId, (db) =>
    db.select({ count: sql`(select count(*) from ${userQueues} where ${condition})` }).from(queues),
  );

test("a condition that compares the company column with itself fails the test that sends it", async () => {
  const always = database.company(companyId, (db) =>
    db
      .select({ count: sql`(select count(*) from ${userQueues} where ${userQueues.companyId} = ${queues.companyId})` })
      .from(queues),
  );
  await expect(always).rejects.toMatchObject({
    cause: { message: expect.stringContaining('"company_id" = "company_id"') },
  });
});

test.each([
  sql`with added as (insert into ${queues} (company_id) select ${companyId}::uuid returning id) select id from added`,
  sql`WITH found AS (SELECT 1), added AS MATERIALIZED (
    INSERT INTO ${queues} (company_id) SELECT ${companyId}::uuid) SELECT * FROM found`,
])("an INSERT in a WITH fails the test that sends it (%#)", async (statement) => {
  const message = expect.stringContaining("has an INSERT in a WITH");
  const inTransaction = database.company(companyId, (db) => db.execute(statement));
  await expect(inTransaction).rejects.toMatchObject({ cause: { message } });
  await expect(database.statements(companyId, [statement])).rejects.toMatchObject({ message });
});

test("a condition that names the company by value or by another table's column passes", async () => {
  const ofQueue = and(eq(userQueues.companyId, companyId), eq(userQueues.queueId, queues.id)) ?? sql`false`;
  expect(await counted(ofQueue)).toEqual([]);
  expect(await counted(sql`${eq(userQueues.companyId, queues.companyId)}`)).toEqual([]);
});
