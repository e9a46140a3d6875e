import postgres from "postgres";
import { MIGRATION_LOCK } from "../migrate.ts";
import { distribute, hasCitus, ownerSettings } from "./distribute.ts";

/**
 * Distributes the database at `ownerUrl` over the nodes of its Citus cluster; waits for a migration. Returns the names of
 * the tables that were not distributed before. Throws on a database without Citus.
 */
export async function distributeDatabase(ownerUrl: string): Promise<string[]> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: ownerSettings });
  try {
    if (!(await hasCitus(owner))) throw new Error("This database has no extension citus: nothing is distributed.");
    await owner`select pg_advisory_lock(${MIGRATION_LOCK})`;
    return await distribute(owner);
  } finally {
    await owner.end();
  }
}
