import postgres from "postgres";
import { endClient, endClientOnAbort } from "../driver/end-session.ts";
import { MIGRATION_LOCK } from "../operation/migrate.ts";
import { SILENCE_MS, type Watch } from "../operation/silence.ts";
import { distribute, hasCitus, ownerSettings } from "./distribute.ts";

/**
 * Distributes the database at `ownerUrl` over the nodes of its Citus cluster; waits for a migration. Returns the names of
 * the tables that were not distributed before. Throws on a database without Citus, and with the name of a table whose
 * lock is not free within the time of the watch: a program is running. A table is moved in one transaction.
 */
export async function distributeDatabase(ownerUrl: string, watch: Watch = {}): Promise<string[]> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: ownerSettings });
  let stopListening = () => {};
  try {
    stopListening = await endClientOnAbort(owner, ownerUrl, watch.signal);
    if (!(await hasCitus(owner))) throw new Error("This database has no extension citus: nothing is distributed.");
    await owner`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await owner.unsafe(`set lock_timeout = ${watch.silenceMs ?? SILENCE_MS}`);
    return await distribute(owner, watch);
  } finally {
    stopListening();
    await endClient(owner);
  }
}
