import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { givenCompany, testDatabase } from "../testing/given.ts";
import { enqueue } from "./jobs.ts";

const jobsOf = (messageId: string) =>
  testDatabase().platform.execute(
    sql`select 1 from pgboss.job where name = 'media.fetch' and data ->> 'messageId' = ${messageId}`,
  );

test("a job exists exactly if its transaction commits", async () => {
  const { companyId, connection } = await givenCompany();
  const [kept, dropped] = [randomUUID(), randomUUID()];
  await testDatabase().company(companyId, (tx) =>
    enqueue(tx, "media.fetch", { companyId, connectionId: connection.id, messageId: kept }),
  );
  const failing = testDatabase().company(companyId, async (tx) => {
    await enqueue(tx, "media.fetch", { companyId, connectionId: connection.id, messageId: dropped });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await jobsOf(kept)).toHaveLength(1);
  expect(await jobsOf(dropped)).toHaveLength(0);
});
