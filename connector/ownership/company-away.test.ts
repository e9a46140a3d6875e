import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { giveTo } from "../../db/testing/given.ts";
import { givenChat } from "../../db/testing/given-chat.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { givenDueCompany, givenOwnership } from "../testing/given-ownership.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
});
afterAll(() => own.drop());

/** The policies of tables that a connector reads, as they were. */
let policies: { name: string; table: string; shown: string }[] = [];

/** Statements that meet a row of the company fail: its id is no number. A restrictive policy would be permissive on a node. */
async function breakCompany(id: string): Promise<void> {
  policies = await own.database.platform.execute(sql`
    select policyname as name, tablename as table, qual as shown from pg_policies
    where tablename in ('connection_leases', 'schedules')`);
  const refuse = `case when company_id = '${id}' then company_id::text::int = 0 else true end`;
  for (const { name, table, shown } of policies)
    await own.asOwner(`alter policy ${name} on ${table} using (${shown} and ${refuse})`);
}

async function mendCompanies(): Promise<void> {
  for (const { name, table, shown } of policies) await own.asOwner(`alter policy ${name} on ${table} using (${shown})`);
}

/** The name of the node with the company's rows, as logs and metrics have it. */
async function nodeOf(companyId: string): Promise<string> {
  const [found] = await own.database.platform.execute<{ place: string }>(
    sql`select place from company_places() where companies is null or ${companyId}::uuid = any (companies)`,
  );
  return found?.place || "database";
}

async function givenConnector() {
  const connector = await givenOwnership(own.database);
  onTestFinished(() => connector.ownership.stop());
  return connector;
}
const givenWanted = () => givenDueCompany(own.database);

test("a company whose statements fail stops no other company's leases, claims and due work", async () => {
  const [broken, working] = [await givenWanted(), await givenWanted()];
  const { ownership, transactions, work, lines, ended } = await givenConnector();
  await expect.poll(() => ownership.count).toBe(2);
  const epoch = (await working.lease())?.epoch;
  await breakCompany(broken.companyId);

  await expect.poll(() => ended).toEqual([broken.connectionId]);
  const newcomer = await givenWanted();
  await expect.poll(() => ownership.connection(newcomer.connectionId) !== undefined).toBe(true);
  const before = (await working.lease())?.leaseUntil ?? testNow();
  await expect.poll(async () => ((await working.lease())?.leaseUntil ?? 0) > before).toBe(true);
  expect([(await working.lease())?.epoch, ownership.problem]).toEqual([epoch, null]);
  await work();
  await work();
  expect([await working.sent(), await newcomer.sent()]).toEqual([1, 1]);
  const node = await nodeOf(broken.companyId);
  expect([...transactions.places.unreachable()]).toEqual([[node, 1]]);
  expect(lines.filter(({ event }) => event === "companies_away")).toMatchObject([{ node, companies: 1 }]);

  await mendCompanies();
  await expect.poll(() => ownership.connection(broken.connectionId) !== undefined).toBe(true);
  await expect.poll(() => work().then(broken.sent)).toBe(1);
  expect(transactions.places.unreachable().size).toBe(0);
  expect(lines.filter(({ event }) => event === "companies_back")).toHaveLength(1);
}, 120_000);

test("of connectors that see the same free connections, one claims each, and a living lease is not claimed", async () => {
  const companies = [await givenWanted(), await givenWanted(), await givenWanted()];
  const connectors = await Promise.all([givenConnector(), givenConnector(), givenConnector()]);
  const owners = () =>
    companies.map(({ connectionId }) =>
      connectors.flatMap(({ ownership }, at) => (ownership.connection(connectionId) ? [at] : [])),
    );
  await expect.poll(() => owners().every((found) => found.length === 1)).toBe(true);
  const first = owners();
  const epochs = () => Promise.all(companies.map(async ({ lease }) => (await lease())?.epoch));
  const before = await epochs();
  for (const { ownership } of connectors) await ownership.poll();
  expect([owners(), await epochs()]).toEqual([first, before]);
});

test("of the held connections those are woken that have work, also when it becomes due without a notice", async () => {
  const [busy, calm] = [await givenWanted(), await givenWanted()];
  const connector = await givenConnector();
  await expect.poll(() => connector.begun.map(({ connectionId }) => connectionId)).toContain(busy.connectionId);
  await expect.poll(() => connector.begun.map(({ connectionId }) => connectionId)).toContain(calm.connectionId);
  const chat = await givenChat(busy.companyId, busy.connectionId);
  await chat.write({ sendAfter: new Date(testTime() + 300) });
  await expect.poll(() => connector.woken.filter((id) => id === busy.connectionId).length).toBeGreaterThan(2);
  expect(connector.woken).not.toContain(calm.connectionId);
});
