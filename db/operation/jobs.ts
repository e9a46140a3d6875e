import { type SQL, sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { MailJob } from "../../contracts/account/mail.ts";
import { applicationSession, type CompanyDb } from "../client.ts";
import { sendLast } from "../driver/send-last.ts";

/** All job kinds and their payloads. A handler loads, calls a verb and ends; it may run twice. */
export type Jobs = {
  /** Downloads a message's media from the channel into the file store. */
  "media.fetch": { companyId: string; connectionId: string; messageId: string };
  /** Removes the bytes of files whose rows were deleted. */
  "files.remove": { companyId: string; fileIds: string[] };
  /** Sends Web Push notifications of a message to closed browsers. `isChat`: it is one of an internal chat. */
  "push.send": { companyId: string; messageId: string; isChat?: boolean };
  /** Runs the current step of a contact import. */
  "contacts.import": { companyId: string; importId: string };
  /** Sends a mail. */
  "mail.send": MailJob;
  /** Asks the provider about a payment event and settles it. */
  "payments.confirm": { eventId: string };
  /** Ends a charge at its provider that is over here. */
  "charges.end": { companyId: string; chargeId: string };
  /** Reads open charges from their providers. */
  "payments.check": Record<string, never>;
  /** Creates the invoices that are due soon, and sends reminders. */
  "invoices.create": Record<string, never>;
  /** Suspends the connections of companies that have not paid for 30 days. */
  "companies.suspend": Record<string, never>;
  /** Removes companies that were deleted 30 days ago. */
  "companies.purge": Record<string, never>;
  /** Deletes expired rows: inbox rows, sent payloads, command answers, old log partitions. */
  retention: Record<string, never>;
};
export type JobName = keyof Jobs;

/** A job without a heartbeat for so long was left by a process that died; another worker takes it. */
const HEARTBEAT_SECONDS = 15;
/** How often workers look for such jobs. */
const SUPERVISE_SECONDS = 10;

type Retries = { retryLimit: number; retryDelay: number; retryBackoff: boolean; retryDelayMax?: number };
const queues: Record<JobName, Retries> = {
  "media.fetch": { retryLimit: 8, retryDelay: 2, retryBackoff: true },
  "files.remove": { retryLimit: 50, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 },
  "push.send": { retryLimit: 5, retryDelay: 3, retryBackoff: true },
  // Each attempt resumes where the last one stopped, so an import survives a process that keeps crashing.
  "contacts.import": { retryLimit: 200, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 },
  // A mail server may be away for hours.
  "mail.send": { retryLimit: 20, retryDelay: 15, retryBackoff: true, retryDelayMax: 3_600 },
  // A provider that is down delays the payment; afterwards "payments.check" starts the job again.
  "payments.confirm": { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
  "charges.end": { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 },
  "payments.check": { retryLimit: 2, retryDelay: 60, retryBackoff: false },
  "invoices.create": { retryLimit: 5, retryDelay: 30, retryBackoff: true },
  "companies.suspend": { retryLimit: 2, retryDelay: 60, retryBackoff: false },
  // Resumes where it stopped.
  "companies.purge": { retryLimit: 10, retryDelay: 60, retryBackoff: false },
  retention: { retryLimit: 2, retryDelay: 60, retryBackoff: false },
};

/** With several nodes the jobs are on the coordinator only, to which every program connects. */
const ON_COORDINATOR = "-c citus.enable_ddl_propagation=off";

/** Creates pg-boss's schema and our queues, as the owner of the database. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const address = new URL(ownerUrl);
  const options = `${address.searchParams.get("options") ?? ""} ${ON_COORDINATOR}`;
  address.searchParams.delete("options");
  const boss = new PgBoss({ connectionString: address.href, options, supervise: false, schedule: false, max: 1 });
  boss.on("error", (error) => console.error(error.message));
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name);
    await boss.updateQueue(name, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS, notify: true });
  }
  await boss.schedule("retention", "17 3 * * *", {});
  await boss.schedule("invoices.create", "7 * * * *", {});
  await boss.schedule("payments.check", "37 * * * *", {});
  await boss.schedule("companies.suspend", "7 * * * *", {});
  await boss.schedule("companies.purge", "47 3 * * *", {});
  await boss.stop({ graceful: false });
}

/** One instance of pg-boss for each queue: it keeps the queue's row, which it would else read for each job. */
const senders = new Map<JobName, PgBoss>();

/**
 * Adds a job within the transaction: the job exists exactly if the transaction commits. The statement shares its round
 * trip with the ones that follow.
 */
export async function enqueue<Name extends JobName>(db: CompanyDb, name: Name, data: Jobs[Name]): Promise<void> {
  // Executed at once, as a last statement must be: drizzle would wait for `then`.
  const own = fromDrizzle({ execute: (statement: SQL) => db.execute(statement).execute() }, sql);
  const boss = senders.get(name) ?? new PgBoss({ db: own, supervise: false, schedule: false, migrate: false });
  const sendingLast: typeof own = {
    async executeSql(text, values) {
      await sendLast(db, () => own.executeSql(text, values));
      // pg-boss asks only whether there is a row: without a policy of its queue there is.
      return { rows: [{ id: null }] };
    },
  };
  await boss.send(name, data, { db: sendingLast });
  senders.set(name, boss);
}

/** Starts a pg-boss worker, signed in as the application; callers register `work` handlers on it. */
export async function openWorker(url: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    ...applicationSession(url),
    migrate: false,
    max: 3,
    application_name: "balcao jobs",
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // No job of ours waits for others.
    flowIntervalSeconds: 60,
  });
  boss.on("error", onError);
  await boss.start();
  return boss;
}
