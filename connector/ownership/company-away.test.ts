import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openSequencer, schema } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { sandboxConfig } from "../config.ts";
import { doDueWork } from "../jobs/due-work.ts";
import { givenConnection } from "../testing/given-connection.ts";
import { Ownership } from "./ownership.ts";

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

type Line = { event?: string; node?: string; companies?: number };

/** A connector's ownership and due work, with sessions that do nothing. */
async function givenConnector() {
  const lines: Line[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const transactions = openCompanyTransactions(own.database, openSequencer(own.database), logger);
  const ended: string[] = [];
  const idle = { start: async () => {}, logOut: async () => {}, wake: () => {}, onPresence: () => {} };
  const ownership = new Ownership({
    ...{ database: own.database, places: transactions.places, logger, onMediaAsked: () => {} },
    config: { ...sandboxConfig("wss://127.0.0.1:1"), leaseSeconds: 3, renewMs: 200, startEveryMs: 1 },
    host: (lease) => ({ ...idle, lease, stop: async () => void ended.push(lease.connectionId) }),
  });
  onTestFinished(() => ownership.stop());
  await ownership.start();
  const work = () => doDueWork({ database: own.database, transactions, logger });
  return { ownership, transactions, work, lines, ended };
}

async function givenWanted() {
  const company = await givenConnection(own.database);
  await company.ask("up");
  const scheduled = randomUUID();
  const { companyId } = company;
  await company.inside(async (db) => {
    const contactId = randomUUID();
    await db.insert(schema.contacts).values({ companyId, id: contactId, name: "Ana", number: "5531", search: "ana" });
    const row = { companyId, id: scheduled, contactId, userId: randomUUID(), body: "Bom dia", sendAt: new Date() };
    await db.insert(schema.schedules).values(row);
  });
  const lease = async () => (await company.inside((db) => db.select().from(schema.connectionLeases)))[0];
  const sent = async () => (await company.messages()).length;
  return { ...company, lease, sent };
}

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
