import type { Logger } from "pino";
import { isTransientDbError } from "../../../db/index.ts";
import { receiveCall } from "../../../domain/desk/automation/index.ts";
import { reportConnection, reportRestriction } from "../../../domain/desk/connections/index.ts";
import { changeNumber, type NumberChange } from "../../../domain/desk/identity/index.ts";
import type { DeskContext } from "../../../domain/ground/context.ts";
import { rememberPhonebook } from "../../../domain/marketing/contact-imports/index.ts";
import type { IncomingCall, PhonebookEntry, Restriction, TimedReport } from "../../channel.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { inBatches } from "../../concurrency/batches.ts";
import { Fenced, type Lease, requireLease } from "../../ownership/lease.ts";

/** How reports of one kind are stored; simultaneous ones share a transaction. */
type Report<T> = {
  write(ctx: DeskContext, report: T): Promise<unknown>;
  /** Tried until the database takes it. Otherwise it is given up after three attempts: the channel repeats it. */
  isLasting: boolean;
  /** Not stored for a former owner, whose state is outdated. */
  isFenced: boolean;
  /** The transaction: `run` for tables that are not replicated. */
  through: "run" | "runAndNumber";
  /** Logged when it is given up. */
  event: string;
  meaning: string;
};

export type ReportParts = { transactions: CompanyTransactions; lease: Lease; logger: Logger };

/** The reports of a number besides messages and their delivery. */
export function openReports({ transactions, lease, logger }: ReportParts) {
  const { companyId, connectionId } = lease;
  const status: Report<TimedReport> = {
    write: (ctx, { at, ...report }) => reportConnection({ ...ctx, now: at }, connectionId, report),
    ...{ isLasting: true, isFenced: true, through: "runAndNumber" },
    event: "connection_status_write_failed",
    meaning: "Connection status was not stored",
  };
  const call: Report<IncomingCall> = {
    write: (ctx, call) => receiveCall(ctx, { ...call, connectionId }),
    ...{ isLasting: true, isFenced: false, through: "runAndNumber" },
    event: "call_write_failed",
    meaning: "Incoming call was not stored",
  };
  const numberChange: Report<NumberChange> = {
    write: changeNumber,
    ...{ isLasting: true, isFenced: false, through: "runAndNumber" },
    event: "number_change_write_failed",
    meaning: "Changed phone number was not stored",
  };
  const phonebook: Report<PhonebookEntry[]> = {
    write: (ctx, entries) => rememberPhonebook(ctx, connectionId, entries),
    ...{ isLasting: false, isFenced: false, through: "run" },
    event: "phonebook_write_failed",
    meaning: "Phone's address book was not stored",
  };
  const restriction: Report<Restriction> = {
    write: (ctx, restriction) => reportRestriction(ctx, connectionId, restriction),
    ...{ isLasting: false, isFenced: true, through: "runAndNumber" },
    event: "restriction_write_failed",
    meaning: "Account restriction was not stored; the channel enforces it",
  };

  const lasting: { settled(): Promise<void> }[] = [];
  function open<T>({ write, isLasting, isFenced, through, event, meaning }: Report<T>) {
    const batches = inBatches<T>(
      (reports) =>
        transactions[through](companyId, async (ctx) => {
          if (isFenced) await requireLease(ctx.db, lease);
          for (const report of reports) await write(ctx, report);
        }),
      {
        isPassing: (error) => isLasting && isTransientDbError(error),
        onError(err) {
          if (!(err instanceof Fenced)) logger[isLasting ? "error" : "warn"]({ event, err }, meaning);
        },
      },
    );
    if (isLasting) lasting.push(batches);
    return batches;
  }

  return {
    status: open(status),
    call: open(call),
    numberChange: open(numberChange),
    phonebook: open(phonebook),
    restriction: open(restriction),
    /** Resolves when the lasting ones are stored or given up. */
    settled: async () => void (await Promise.all(lasting.map((kind) => kind.settled()))),
  };
}
