import type { PgInsertValue } from "drizzle-orm/pg-core";
import { type CompanyDb, schema } from "../../../db/index.ts";

const { inbox } = schema;

/** Per statement. */
const ROWS_AT_ONCE = 500;

/** Stores received events for the owner of their connection. Events that are stored already are skipped. */
export async function insertInboxRows(db: CompanyDb, rows: readonly PgInsertValue<typeof inbox>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insert(inbox)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflictDoNothing();
}
