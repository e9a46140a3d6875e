import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { applicationSession, type CompanyDb } from "./client.ts";

/** Every kind of job and what it carries. A handler loads, calls a verb and ends; it may run twice. */
export type Jobs = {
  /** Download a message's media from the channel into the file store. */
  "media.fetch": { companyId: string; connectionId: string; messageId: string };
  /** Tell the closed browsers of those whom a message concerns. */
  "push.send": { companyId: string; messageId: string };
  /** Take a spreadsheet of contacts through its present step. */
  "contacts.import": { companyId: string; importId: string };
  /** Drop what is past its keeping: inbox rows, sent payloads, command answers, old log partitions. */
  retention: Record<string, never>;
};
export type JobName = keyof Jobs;

/** A job whose worker has not been heard of for so long was left by a process that died: another takes it. */
const HEARTBEAT_SECONDS = 15;
/** How often that is looked after, by any worker. */
const SUPERVISE_SECONDS = 10;

type Retries = { retryLimit: number; retryDelay: number; retryBackoff: boolean; retryDelayMax?: number };
const queues: Record<JobName, Retries> = {
  "media.fetch": { retryLimit: 8, retryDelay: 2, retryBackoff: true },
  "push.send": { retryLimit: 5, retryDelay: 3, retryBackoff: true },
  // Each try goes on where the last one was cut off: of a process that keeps dying the import must not die.
  "contacts.import": { retryLimit: 200, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 },
  retention: { retryLimit: 2, retryDelay: 60, retryBackoff: false },
};

/** Creates pg-boss's own schema and our queues, as the database's owner. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 1 });
  boss.on("error", (error) => console.error(error.message));
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name);
    await boss.updateQueue(name, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS });
  }
  await boss.schedule("retention", "17 3 * * *", {});
  await boss.stop({ graceful: false });
}

/** Puts a job into the transaction that makes it true: it exists exactly if the transaction commits. */
export async function enqueue<Name extends JobName>(db: CompanyDb, name: Name, data: Jobs[Name]): Promise<void> {
  const boss = new PgBoss({ db: fromDrizzle(db, sql), supervise: false, schedule: false, migrate: false });
  await boss.send(name, data);
}

/** Starts a worker's boss, signed in as the application; `work` handlers are registered on it. */
export async function openWorker(url: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    ...applicationSession(url),
    migrate: false,
    max: 3,
    application_name: "balcao jobs",
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", onError);
  await boss.start();
  return boss;
}
