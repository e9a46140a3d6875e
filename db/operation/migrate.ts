import { readFile } from "node:fs/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { distribute, hasCitus, ownerSettings } from "../citus/distribute.ts";
import { endClient, endClientOnAbort } from "../driver/end-session.ts";
import { LOCK_TIMEOUT_MS, retryWhileLocked } from "../driver/retry-while-locked.ts";
import { ensureApplicationLogin } from "../roles/application-role.ts";
import { closeGap, grantTables, protectionGaps } from "../roles/protect-tables.ts";
import { applyFunctions } from "./functions.ts";
import { installJobs } from "./jobs.ts";
import type { Watch } from "./silence.ts";

const migrationsFolder = new URL("../migrations", import.meta.url).pathname;
/** An arbitrary advisory-lock key: two processes that start at once must not both migrate. */
export const MIGRATION_LOCK = 7_202_611;
/** Creates the change log's partitions and drops none: the nightly job assigns missing revisions before it drops them. */
const KEEP_ALL_DAYS = 36_500;

/**
 * Migrates the database at `ownerUrl` to the current schema; a second caller waits for the first. Programs may run
 * meanwhile: each transaction waits briefly for a lock and is repeated. With `url` (the application's address), makes sure
 * that its user can sign in. `watch` gets each migration, function, trigger and table that is changed; when its signal aborts, the
 * statement that runs is rolled back.
 */
export async function migrate(ownerUrl: string, url?: string, watch: Watch = {}): Promise<void> {
  const client = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC", ...ownerSettings } });
  let stopListening = () => {};
  try {
    stopListening = await endClientOnAbort(client, ownerUrl, watch.signal);
    watch.onStep?.({ name: "the lock of another migration" });
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await client.unsafe(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await retryWhileLocked(() => migrateSchema(client, watch));
    const replaced = await applyFunctions(client, watch);
    // Before the protection: a partition of today is a table too.
    await retryWhileLocked(async () => client`select keep_change_partitions(${KEEP_ALL_DAYS})`);
    if (replaced.includes("log_change")) await retryWhileLocked(() => client.begin(queueOlderChanges));
    watch.onStep?.({ name: "the tables of the jobs" });
    await installJobs(ownerUrl);
    await protectTables(client, watch);
    await client.unsafe("set lock_timeout = 0");
    await client.unsafe("grant usage on schema pgboss to balcao_app");
    await client.unsafe("revoke all on all tables in schema pgboss from balcao_app");
    await client.unsafe("grant select, insert, update, delete on all tables in schema pgboss to balcao_app");
    await client.unsafe("grant execute on all functions in schema pgboss to balcao_app");
    if (url) await ensureApplicationLogin(client, url);
    if (await hasCitus(client)) await distribute(client, watch);
  } finally {
    stopListening();
    await endClient(client);
  }
}

type Journal = { entries: { when: number; tag: string }[] };

/** Runs the migrations that the database does not have, in one transaction. */
async function migrateSchema(client: postgres.Sql, { onStep }: Watch): Promise<void> {
  const names = await missingMigrations(client);
  let done = 0;
  const report = () => onStep?.({ name: `migration ${names[done]}`, done, total: names.length });
  const logger = {
    logQuery(statement: string) {
      // The last statement of each migration.
      if (statement.startsWith('insert into "drizzle"."__drizzle_migrations"')) done += 1;
      if (done < names.length) report();
    },
  };
  await runMigrations(drizzle(client, { logger }), { migrationsFolder });
}

/** The names of the migrations that the database does not have, in their order. */
async function missingMigrations(client: postgres.Sql): Promise<string[]> {
  const [table] = await client<{ name: string | null }[]>`select to_regclass('drizzle.__drizzle_migrations') as name`;
  const [newest] = table?.name
    ? await client<{ at: string | null }[]>`select max(created_at) as at from drizzle.__drizzle_migrations`
    : [];
  const { entries } = JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, "utf8")) as Journal;
  return entries.filter(({ when }) => when > Number(newest?.at ?? 0)).map(({ tag }) => tag);
}

/** Waits for the transactions whose changes a former function wrote into the log itself. */
async function queueOlderChanges(sql: postgres.TransactionSql): Promise<void> {
  await sql`lock table changes in share mode`;
  await sql`select queue_older_changes()`;
}

/** Each table in a transaction of its own: one that holds a table and waits for the next deadlocks with a program. */
async function protectTables(client: postgres.Sql, { onStep }: Watch): Promise<void> {
  const gaps = await protectionGaps(client);
  for (const [done, gap] of gaps.entries()) {
    onStep?.({ name: `protection of ${gap.table}`, done, total: gaps.length });
    await retryWhileLocked(() => client.begin((sql) => closeGap(sql, gap)));
  }
  await grantTables(client);
}
