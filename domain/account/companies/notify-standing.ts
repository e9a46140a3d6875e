import { sql } from "drizzle-orm";
import { type CompanyDb, notifyPeople } from "../../../db/index.ts";

/**
 * Tells every process when the transaction commits that the company may do more or less than before: the connectors look
 * at its connections, and the API checks its sessions again.
 */
export async function notifyStanding(db: CompanyDb, companyId: string): Promise<void> {
  const everyConnection = JSON.stringify({ companyId, connectionId: "" });
  await db.execute(sql`select pg_notify('balcao_connections', ${everyConnection})`);
  await notifyPeople(db, companyId);
}
