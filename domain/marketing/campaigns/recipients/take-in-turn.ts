import { type SQL, sql } from "drizzle-orm";

/**
 * Selects one of the values for each row, in turn by the row's position; null without values. A subscript of an array
 * parameter ends the coordinator of a Citus cluster (13.2).
 */
export const takeInTurn = (values: readonly unknown[], type: "uuid" | "smallint", position: SQL): SQL => {
  const list = sql`unnest(${sql.param([...values])}::${sql.raw(type)}[])`;
  const place = sql`${position} % ${Math.max(1, values.length)} + 1`;
  return sql`(select one from ${list} with ordinality as listed (one, place) where listed.place = ${place})`;
};
