import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { corkForThisTick } from "./cork.ts";
import { inParallel } from "./in-parallel.ts";
import { statementName } from "./statement-name.ts";

const dialect = new PgDialect();

/** Runs one statement of a company as `runStatements` does, and returns its rows. */
export async function runOneStatement<R extends object>(
  pool: pg.Pool,
  companyId: string,
  statement: SQL,
  settings: readonly string[] = [],
): Promise<R[]> {
  const [rows = []] = await runStatements<R>(pool, companyId, [statement], settings);
  return rows;
}

/**
 * Runs statements of a company in a transaction of their own, and returns the rows of each after the commit. All is
 * sent at once, so it takes one round trip, and the locks that it takes wait for nothing in this process. `settings` are
 * statements that follow BEGIN; each is a query of its own, because several nodes get the whole text of a SET LOCAL.
 */
export async function runStatements<R extends object>(
  pool: pg.Pool,
  companyId: string,
  statements: readonly SQL[],
  settings: readonly string[] = [],
): Promise<R[][]> {
  const queries = statements.map((statement) => dialect.sqlToQuery(statement));
  const client = await pool.connect();
  let isBroken = true;
  try {
    corkForThisTick(client);
    const opening = ["BEGIN", `SET LOCAL app.company = '${companyId}'`, ...settings];
    const sent = [
      Promise.all(opening.map((text) => client.query(text))),
      inParallel(
        queries.map(({ sql: text, params }) =>
          client.query<R>({ name: statementName(text, params), text, values: params }),
        ),
      ),
      client.query("COMMIT"),
    ] as const;
    const [begun, asked, ended] = await Promise.allSettled(sent);
    isBroken = begun.status === "rejected" || ended.status === "rejected";
    if (asked.status === "rejected") throw asked.reason;
    await Promise.all(sent);
    return asked.value.map(({ rows }) => rows);
  } finally {
    client.release(isBroken);
  }
}
