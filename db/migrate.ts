import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { ensureApplicationLogin } from "./application-role.ts";
import { distribute, hasCitus, ownerSettings } from "./citus/distribute.ts";
import { installJobs } from "./jobs.ts";
import { closeGap, grantTables, protectionGaps } from "./protect-tables.ts";
import { LOCK_TIMEOUT_MS, retryWhileLocked } from "./retry-while-locked.ts";

const migrationsFolder = new URL("./migrations", import.meta.url).pathname;
/** An arbitrary advisory-lock key: two processes that start at once must not both migrate. */
export const MIGRATION_LOCK = 7_202_611;
/** Creates the change log's partitions and drops none: the nightly job assigns missing revisions before it drops them. */
const KEEP_ALL_DAYS = 36_500;

/**
 * Migrates the database at `ownerUrl` to the current schema; a second caller waits for the first. Programs may run
 * meanwhile: each transaction waits briefly for a lock and is repeated. With `url` (the application's address), makes sure
 * that its user can sign in.
 */
export async function migrate(ownerUrl: string, url?: string): Promise<void> {
  const client = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC", ...ownerSettings } });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await client.unsafe(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await retryWhileLocked(() => runMigrations(drizzle(client), { migrationsFolder }));
    // Before the protection: a partition of today is a table too.
    await retryWhileLocked(async () => client`select keep_change_partitions(${KEEP_ALL_DAYS})`);
    await installJobs(ownerUrl);
    await protectTables(client);
    await client`select protect_owner_functions()`;
    await client.unsafe("set lock_timeout = 0");
    await client.unsafe("grant usage on schema pgboss to balcao_app");
    await client.unsafe("revoke all on all tables in schema pgboss from balcao_app");
    await client.unsafe("grant select, insert, update, delete on all tables in schema pgboss to balcao_app");
    await client.unsafe("grant execute on all functions in schema pgboss to balcao_app");
    if (url) await ensureApplicationLogin(client, url);
    if (await hasCitus(client)) await distribute(client);
  } finally {
    await client.end();
  }
}

/** Each table in a transaction of its own: one that holds a table and waits for the next deadlocks with a program. */
async function protectTables(client: postgres.Sql): Promise<void> {
  for (const gap of await protectionGaps(client))
    await retryWhileLocked(() => client.begin((sql) => closeGap(sql, gap)));
  await grantTables(client);
}
