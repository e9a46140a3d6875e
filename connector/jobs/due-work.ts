import type { Logger } from "pino";
import { DomainError } from "../../contracts/domain-error.ts";
import { type AskedCompanies, type Database, isDatabaseAway } from "../../db/index.ts";
import {
  companiesWithWaitingTickets,
  dueRedirects,
  dueRotations,
  redirectTicket,
  rotateTicket,
} from "../../domain/desk/automation/index.ts";
import { companiesWithDueSchedules, dueSchedules, sendSchedule } from "../../domain/desk/schedules/index.ts";
import type { DeskContext } from "../../domain/ground/context.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";

const EVERY_MS = 3_000;
/** Items of one company per run, before the next company. */
const AT_ONCE = 50;

type Parts = { database: Database; transactions: CompanyTransactions; logger: Logger };
type Platform = Database["platform"];

/** Work that becomes due at a time. `act` does nothing when another worker was first. */
type DueWork<Due> = {
  name: string;
  /** Lists those of the asked companies that have some. */
  companies(platform: Platform, now: Date, asked: AskedCompanies): Promise<string[]>;
  due(ctx: DeskContext, limit: number): Promise<Due[]>;
  act(ctx: DeskContext, due: Due): Promise<unknown>;
};

const schedules: DueWork<Awaited<ReturnType<typeof dueSchedules>>[number]> = {
  name: "scheduled_message",
  companies: companiesWithDueSchedules,
  due: dueSchedules,
  act: sendSchedule,
};
const redirects: DueWork<Awaited<ReturnType<typeof dueRedirects>>[number]> = {
  name: "redirection",
  companies: (platform, _now, asked) => companiesWithWaitingTickets(platform, "redirect", asked),
  due: dueRedirects,
  act: redirectTicket,
};
const rotations: DueWork<Awaited<ReturnType<typeof dueRotations>>[number]> = {
  name: "rotation",
  companies: (platform, _now, asked) => companiesWithWaitingTickets(platform, "rotate", asked),
  due: dueRotations,
  act: rotateTicket,
};

/** Polls for due work. Every connector does; locks give each item to one of them. */
export function startDueWork(parts: Parts, everyMs = EVERY_MS): Polling {
  return startPolling(async (isStopping) => {
    await doDueWork(parts, isStopping);
    return everyMs;
  });
}

/** A kind that fails does not block the others. */
export async function doDueWork(parts: Parts, isStopping = () => false): Promise<void> {
  const { logger } = parts;
  const doKind = <Due>(kind: DueWork<Due>) =>
    doAll(parts, kind, isStopping).catch((err) =>
      logger.warn({ event: "due_work_failed", kind: kind.name, err }, "Due work was not read; retrying"),
    );
  await doKind(schedules);
  await doKind(redirects);
  await doKind(rotations);
}

async function doAll<Due>(parts: Parts, kind: DueWork<Due>, isStopping: () => boolean): Promise<void> {
  const { database, transactions } = parts;
  const { places } = transactions;
  const now = new Date();
  for (const companyId of await places.ask((asked) => kind.companies(database.platform, now, asked))) {
    if (isStopping()) return;
    await places.reach(companyId, () => doCompany(parts, kind, companyId, isStopping));
  }
}

async function doCompany<Due>(
  { transactions, logger }: Parts,
  { name, due, act }: DueWork<Due>,
  companyId: string,
  isStopping: () => boolean,
): Promise<void> {
  for (const one of await transactions.run(companyId, (ctx) => due(ctx, AT_ONCE))) {
    if (isStopping()) return;
    try {
      await transactions.runAndNumber(companyId, (ctx) => act(ctx, one));
    } catch (err) {
      if (isDatabaseAway(err)) throw err;
      // Its subject was deleted meanwhile.
      if (err instanceof DomainError && err.code.startsWith("ERR_NO_")) continue;
      logger.error({ event: "due_item_failed", kind: name, err, companyId, due: one }, "Due item failed");
    }
  }
}
