import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import pino from "pino";
import { type Database, openSequencer, schema } from "../../db/index.ts";
import type { ChannelEnd } from "../channel.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { sandboxConfig } from "../config.ts";
import { deskWork } from "../jobs/due-work.ts";
import { Ownership } from "../ownership/ownership.ts";
import { doDueWork } from "./do-due-work.ts";
import { givenConnection } from "./given-connection.ts";

type Line = { event?: string; node?: string; companies?: number };

/** A session that does nothing. `end`: it ends as a real one does. `stopping`: its stop waits for it. */
type IdleSession = { connectionId: string; end: (end: ChannelEnd) => void; stopping: Promise<void> };

/**
 * Starts the ownership and the due work of a connector whose sessions do nothing. `begun` has the sessions that it
 * started, `ended` lists those that ended, and `woken` has each wake-up.
 */
export async function givenOwnership(database: Database) {
  const lines: Line[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const transactions = openCompanyTransactions(database, openSequencer(database), logger);
  const ended: string[] = [];
  const begun: IdleSession[] = [];
  const woken: string[] = [];
  const idle = { start: async () => {}, logOut: async () => {}, onPresence: () => {} };
  const ownership = new Ownership({
    ...{ database, transactions, logger, onMediaAsked: () => {} },
    config: { ...sandboxConfig("wss://127.0.0.1:1"), leaseSeconds: 8, renewMs: 200, pollMs: 100, startEveryMs: 1 },
    host: (lease, _channel, end) => {
      const session: IdleSession = { connectionId: lease.connectionId, end, stopping: Promise.resolve() };
      begun.push(session);
      const stop = async () => {
        await session.stopping;
        ended.push(lease.connectionId);
      };
      return { ...idle, lease, stop, wake: () => void woken.push(lease.connectionId) };
    },
  });
  await ownership.start();
  const work = () => doDueWork(deskWork({ database, transactions }), { transactions, logger });
  return { ownership, transactions, work, lines, begun, ended, woken };
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
