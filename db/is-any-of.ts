import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * As `inArray` of ids, with one parameter: the statement is the same for any number of them, so it stays prepared. One
 * alone is looked up as such: Postgres takes a list of unknown length for ten, and would plan anew each time.
 */
export function isAnyOf(column: AnyPgColumn, ids: readonly string[]): SQL {
  const [only] = ids;
  if (ids.length === 1) return sql`${column} = ${only}::uuid`;
  return sql`${column} = any(${sql.param([...ids])}::uuid[])`;
}
