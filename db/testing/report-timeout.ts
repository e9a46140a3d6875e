import postgres from "postgres";
import type { RunnerTask } from "vitest";
import { describeOpenStatements, noteOpenStatements } from "./open-statements.ts";

/** A session of the server that runs a statement or has an open transaction. */
type Busy = {
  pid: number;
  application: string;
  database: string;
  state: string;
  wait: string;
  blockedBy: number[];
  transaction: number | null;
  query: string;
};

/** Describes the sessions of the whole server that run a statement or have an open transaction. */
async function describeSessions(ownerUrl: string): Promise<string[]> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    const busy = await owner<Busy[]>`
      select pid, application_name as application, coalesce(datname, backend_type) as database, coalesce(state, '-') as state,
        coalesce(wait_event_type || '/' || wait_event, 'runs') as wait, pg_blocking_pids(pid) as "blockedBy",
        extract(epoch from clock_timestamp() - xact_start)::float8 as transaction, left(query, 500) as query
      from pg_stat_activity
      where pid <> pg_backend_pid() and (state <> 'idle' or xact_start is not null)
      order by xact_start nulls last`;
    return busy.map(
      ({ pid, application, database, state, wait, blockedBy, transaction, query }) =>
        `session ${pid} of ${database} (${application}): ${state}, ${wait}, transaction of ${transaction?.toFixed(1) ?? "-"} s, ` +
        `blocked by [${blockedBy.join(", ")}]: ${query}`,
    );
  } catch (error) {
    return [`the sessions cannot be read: ${error}`];
  } finally {
    await owner.end({ timeout: 1 });
  }
}

/** Describes everything that this process and its Postgres wait for. */
async function describeWaits(ownerUrl: string): Promise<string> {
  const here = describeOpenStatements(); // before the own connection below adds to it
  return [
    ...here,
    ...(await describeSessions(ownerUrl)),
    `open in this process: ${process.getActiveResourcesInfo().join(", ")}`,
  ].join("\n");
}

/** Describes the waits of a test that has timed out; null for every other one. */
export async function describeTimeout(task: RunnerTask, ownerUrl: string): Promise<string | null> {
  if (!task.result?.errors?.some(({ message }) => /^Test timed out/.test(message))) return null;
  return `"${task.name}" timed out; it waits for:\n${await describeWaits(ownerUrl)}\n`;
}

noteOpenStatements();
