import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { statementName } from "./statement-name.ts";

/** Runs one statement of a company in a transaction of its own, and returns its rows. */
export type RunSeparately = <R extends object>(companyId: string, statement: SQL) => Promise<R[]>;

export type SeparateTransactions = { run: RunSeparately; close(): Promise<void> };

const dialect = new PgDialect();
/** Limits the wait for a row that another transaction has locked, so that the caller's own locks are released. */
const LOCK_TIMEOUT = "2s";

/**
 * Opens a connection, at the first use, for statements that are committed while the caller's transaction goes on. The
 * connection is not one of the caller's pool: transactions that hold all of those could otherwise wait for each other.
 *
 * The commit does not wait for the disk. WAL is written in order, so a later durable commit of the caller makes this
 * one durable as well, and a crash before that loses both. The lock of a written row is held for one round trip inside
 * the server, because all statements are sent at once.
 */
export function openSeparateTransactions(config: pg.ClientConfig): SeparateTransactions {
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, maxLifetimeSeconds: 3_600 });
  // The statement in progress rejects with the error, and the pool opens another connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  return {
    async run<R extends object>(companyId: string, statement: SQL): Promise<R[]> {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      const client = await pool.connect();
      let isBroken = true;
      try {
        const sent = [
          client.query(
            `BEGIN; SET LOCAL app.company = '${companyId}'; SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`,
          ),
          client.query<R>({ name: statementName(text, params), text, values: params }),
          client.query("COMMIT"),
        ] as const;
        const [begun, asked, ended] = await Promise.allSettled(sent);
        isBroken = begun.status === "rejected" || ended.status === "rejected";
        if (asked.status === "rejected") throw asked.reason;
        await Promise.all(sent);
        return asked.value.rows;
      } finally {
        client.release(isBroken);
      }
    },
    close: () => pool.end(),
  };
}
