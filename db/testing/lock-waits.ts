import postgres from "postgres";
import { inject } from "vitest";
import { isOnNodes } from "./nodes.ts";

/** A statement that waits for a lock, and the session that holds it: its process at the address that programs use. */
export type LockWait = { statement: string; blockedBy: number };

/** Returns the statements of the tests' database that wait for another transaction's lock, on all nodes. */
export async function lockWaits(): Promise<LockWait[]> {
  const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  try {
    const here = await owner<LockWait[]>`
      select query as statement, unnest(pg_blocking_pids(pid)) as "blockedBy" from pg_stat_activity
      where wait_event_type = 'Lock'`;
    if (!isOnNodes) return here;
    // A process in the whole cluster has the number of its node before its own.
    const onNodes = await owner<LockWait[]>`
      select blocked_statement as statement, (blocking_gpid % 10000000000)::int as "blockedBy" from citus_lock_waits`;
    return [...here, ...onNodes];
  } finally {
    await owner.end();
  }
}
