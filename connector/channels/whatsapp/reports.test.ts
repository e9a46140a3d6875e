import pino from "pino";
import { expect, test } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { type CompanyTransactions, openCompanyTransactions } from "../../company-transactions.ts";
import { openReports } from "./reports.ts";

const database = testDatabase();
const lost = () => Object.assign(new Error("Connection terminated"), { code: "08006" });

/** Opens the reports of a connection's owner; the next `faults` transactions fail as without a database. */
async function givenReports(faults = 0) {
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 1, owner: "first" };
  const own = (values: { epoch: number; owner: string }) =>
    database.company(companyId, (db) => db.update(schema.connectionLeases).set(values));
  await own(lease);
  const events: string[] = [];
  const logger = pino({}, { write: (line: string) => void events.push(JSON.parse(line).event) });
  const real = openCompanyTransactions(database, openSequencer(database), logger);
  let left = faults;
  const failing =
    (run: CompanyTransactions["run"]): CompanyTransactions["run"] =>
    async (id, work) => {
      if (left-- > 0) throw lost();
      return run(id, work);
    };
  const transactions = { ...real, run: failing(real.run), runAndNumber: failing(real.runAndNumber) };
  const reports = openReports({ transactions, lease, logger });
  return {
    ...{ reports, events, own },
    status: async () => {
      const [row] = await database.company(companyId, (db) => db.select().from(schema.connections));
      return row?.status;
    },
    phonebook: () => database.company(companyId, (db) => db.$count(schema.phonebookEntries)),
  };
}

const timedOut = () => ({ status: "TIMEOUT" as const, at: testNow() });
const entry = { phone: "5531988881234", lid: "", name: "Ana", hasChat: true };

test("a status is tried until the database takes it", async () => {
  const { reports, events, status } = await givenReports(4);
  await reports.status.add(timedOut());
  expect([await status(), events]).toEqual(["TIMEOUT", []]);
});

test("an address book is given up after three attempts, and holds up no later one", async () => {
  const { reports, events, phonebook } = await givenReports(3);
  await reports.phonebook.add([entry]);
  expect([await phonebook(), events]).toEqual([0, ["phonebook_write_failed"]]);
  await reports.phonebook.add([entry]);
  expect(await phonebook()).toBe(1);
});

test("a status of a former owner is neither stored nor logged; its address book is stored", async () => {
  const { reports, events, own, status, phonebook } = await givenReports();
  const before = await status();
  await own({ epoch: 2, owner: "second" });
  await reports.status.add(timedOut());
  await reports.phonebook.add([entry]);
  expect([await status(), await phonebook(), events]).toEqual([before, 1, []]);
});

test("the end waits for a status that is being stored", async () => {
  const { reports, status } = await givenReports();
  void reports.status.add(timedOut());
  await reports.settled();
  expect(await status()).toBe("TIMEOUT");
});
