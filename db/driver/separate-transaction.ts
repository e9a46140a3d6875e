import type { SQL } from "drizzle-orm";
import pg from "pg";
import { runOneStatement } from "./run-statements.ts";

/** Runs one statement of a company in a transaction of its own, and returns its rows. */
export type RunSeparately = <R extends object>(companyId: string, statement: SQL) => Promise<R[]>;

export type SeparateTransactions = { run: RunSeparately; close(): Promise<void> };

/**
 * The commit does not wait for the disk. A wait for a row that another transaction has locked is limited, so that the
 * caller's own locks are released.
 */
const SETTINGS = ["SET LOCAL synchronous_commit = off", "SET LOCAL lock_timeout = '2s'"];

/**
 * Opens a connection, at the first use, for statements that are committed while the caller's transaction goes on. The
 * connection is not one of the caller's pool: transactions that hold all of those could otherwise wait for each other.
 *
 * WAL is written in order, so a later durable commit of the caller makes the statement durable as well, and a crash
 * before that loses both.
 */
export function openSeparateTransactions(config: pg.ClientConfig): SeparateTransactions {
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, maxLifetimeSeconds: 3_600 });
  // The statement in progress rejects with the error, and the pool opens another connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    run: (companyId, statement) => runOneStatement(pool, companyId, statement, SETTINGS),
    close: () => pool.end(),
  };
}
