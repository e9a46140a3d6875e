import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { MAX_COUNTED } from "../../contracts/lists.ts";
import type { CompanyDb } from "../../db/index.ts";

/** Counts the matching rows; returns `MAX_COUNTED` + 1 where there are more. Reads no more rows than that. */
export function countUpTo(db: CompanyDb, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql<number>`1`.as("one") })
    .from(table)
    .where(where)
    .limit(MAX_COUNTED + 1)
    .as("some");
  return db.$count(some);
}
