import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * Like `inArray` for ids, with one array parameter: the statement is the same for any number of ids and stays
 * prepared. A single id is compared with `=`, because Postgres estimates an array of unknown length as ten elements
 * and would choose another plan.
 */
export function isAnyOf(column: AnyPgColumn, ids: readonly string[]): SQL {
  const [only] = ids;
  if (ids.length === 1) return sql`${column} = ${only}::uuid`;
  return sql`${column} = any(${sql.param([...ids])}::uuid[])`;
}
