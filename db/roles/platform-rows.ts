import { sql } from "drizzle-orm";
import type { CompanyDb } from "../client.ts";

/** Tables of the platform whose rows companies' rows refer to. */
type PlatformTable = "announcements" | "plans";

/**
 * Keeps the table's rows from being deleted until the transaction ends: call it before the row is read that another
 * row is to refer to. Not `for key share`: with several nodes that locks the whole table, and two transactions that then
 * insert rows deadlock.
 */
export async function keepPlatformRows(db: CompanyDb, table: PlatformTable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtext(${table}))`);
}

/** Waits for the transactions that keep the table's rows. Later ones wait until this transaction ends. */
export async function lockPlatformRows(db: CompanyDb, table: PlatformTable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${table}))`);
}
