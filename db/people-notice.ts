import { sql } from "drizzle-orm";
import type { CompanyDb } from "./client.ts";

/** The NOTIFY channel for the id of a company whose sessions, users' rights, settings or standing changed. */
export const PEOPLE_CHANNEL = "balcao_people";

/**
 * Tells every process when the transaction commits that remembered sessions of the company may be out of date
 * (docs/decisions/0058). Postgres sends equal notices of one transaction once.
 */
export async function notifyPeople(db: CompanyDb, companyId: string): Promise<void> {
  await db.execute(sql`select pg_notify(${PEOPLE_CHANNEL}, ${companyId})`);
}
