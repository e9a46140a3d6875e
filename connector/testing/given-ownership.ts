import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import pino from "pino";
import { type Database, openSequencer, schema } from "../../db/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { sandboxConfig } from "../config.ts";
import { doDueWork } from "../jobs/due-work.ts";
import { Ownership } from "../ownership/ownership.ts";
import { givenConnection } from "./given-connection.ts";

type Line = { event?: string; node?: string; companies?: number };

/** Starts the ownership and the due work of a connector whose sessions do nothing. `ended` lists the sessions that ended. */
export async function givenOwnership(database: Database) {
  const lines: Line[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const transactions = openCompanyTransactions(database, openSequencer(database), logger);
  const ended: string[] = [];
  const idle = { start: async () => {}, logOut: async () => {}, wake: () => {}, onPresence: () => {} };
  const ownership = new Ownership({
    ...{ database, places: transactions.places, logger, onMediaAsked: () => {} },
    config: { ...sandboxConfig("wss://127.0.0.1:1"), leaseSeconds: 3, renewMs: 200, startEveryMs: 1 },
    host: (lease) => ({ ...idle, lease, stop: async () => void ended.push(lease.connectionId) }),
  });
  await ownership.start();
  const work = () => doDueWork({ database, transactions, logger });
  return { ownership, transactions, work, lines, ended };
}

/** Creates a company whose connection should be up, and which has a scheduled message that is due. */
export async function givenDueCompany(database: Database) {
  const company = await givenConnection(database);
  await company.ask("up");
  const { companyId } = company;
  await company.inside(async (db) => {
    const contactId = randomUUID();
    await db.insert(schema.contacts).values({ companyId, id: contactId, name: "Ana", number: "5531", search: "ana" });
    const row = { companyId, id: randomUUID(), contactId, userId: randomUUID(), body: "Bom dia", sendAt: new Date() };
    await db.insert(schema.schedules).values(row);
  });
  // With the company as a value: on a cluster the statement must ask its node only.
  const { connectionLeases, messages } = schema;
  const lease = async () =>
    (
      await company.inside((db) => db.select().from(connectionLeases).where(eq(connectionLeases.companyId, companyId)))
    )[0];
  const sent = () => company.inside((db) => db.$count(messages, eq(messages.companyId, companyId)));
  return { ...company, lease, sent };
}
