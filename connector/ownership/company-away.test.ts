import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { givenDueCompany, givenOwnership } from "../testing/given-ownership.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  await own.asOwner(`
    create table broken_companies (id uuid primary key);
    grant select on broken_companies to balcao_app;
    create function refuse_broken(company uuid) returns boolean language plpgsql as $$
    begin
      if exists (select from broken_companies b where b.id = company) then raise exception 'shard of % is broken', company; end if;
      return true;
    end $$;
    create policy broken on connection_leases as restrictive using (refuse_broken(company_id));
    create policy broken on schedules as restrictive using (refuse_broken(company_id));`);
});
afterAll(() => own.drop());

const breakCompany = (id: string) => own.asOwner(`insert into broken_companies values ('${id}')`);
const mendCompanies = () => own.asOwner("delete from broken_companies");

async function givenConnector() {
  const connector = await givenOwnership(own.database);
  onTestFinished(() => connector.ownership.stop());
  return connector;
}
const givenWanted = () => givenDueCompany(own.database);

test("a company whose statements fail stops no other company's leases, claims and due work", async () => {
  const [broken, working] = [await givenWanted(), await givenWanted()];
  const { ownership, transactions, work, lines, ended } = await givenConnector();
  await expect.poll(() => ownership.count, { timeout: 20_000 }).toBe(2);
  const epoch = (await working.lease())?.epoch;
  await breakCompany(broken.companyId);

  await expect.poll(() => ended, { timeout: 20_000 }).toEqual([broken.connectionId]);
  const newcomer = await givenWanted();
  await expect.poll(() => ownership.connection(newcomer.connectionId) !== undefined, { timeout: 20_000 }).toBe(true);
  const before = (await working.lease())?.leaseUntil ?? new Date();
  await expect.poll(async () => ((await working.lease())?.leaseUntil ?? 0) > before, { timeout: 20_000 }).toBe(true);
  expect([(await working.lease())?.epoch, ownership.problem]).toEqual([epoch, null]);
  await work();
  await work();
  expect([await working.sent(), await newcomer.sent()]).toEqual([1, 1]);
  expect([...transactions.places.away()]).toEqual([["database", 1]]);
  expect(lines.filter(({ event }) => event === "companies_away")).toMatchObject([{ node: "database", companies: 1 }]);

  await mendCompanies();
  await expect.poll(() => ownership.connection(broken.connectionId) !== undefined, { timeout: 30_000 }).toBe(true);
  await expect.poll(() => work().then(broken.sent), { timeout: 20_000 }).toBe(1);
  expect(transactions.places.away().size).toBe(0);
  expect(lines.filter(({ event }) => event === "companies_back")).toHaveLength(1);
}, 120_000);

test("of connectors that see the same free connections, one claims each, and a living lease is not claimed", async () => {
  const companies = [await givenWanted(), await givenWanted(), await givenWanted()];
  const connectors = await Promise.all([givenConnector(), givenConnector(), givenConnector()]);
  const owners = () =>
    companies.map(({ connectionId }) =>
      connectors.flatMap(({ ownership }, at) => (ownership.connection(connectionId) ? [at] : [])),
    );
  await expect.poll(() => owners().every((found) => found.length === 1), { timeout: 20_000 }).toBe(true);
  const first = owners();
  const epochs = () => Promise.all(companies.map(async ({ lease }) => (await lease())?.epoch));
  const before = await epochs();
  for (const { ownership } of connectors) await ownership.poll();
  expect([owners(), await epochs()]).toEqual([first, before]);
}, 60_000);
