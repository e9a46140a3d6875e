import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { wantedFunctions } from "./functions.ts";
import { MIGRATION_LOCK } from "./migrate.ts";

const journal = new URL("../migrations/meta/_journal.json", import.meta.url);
export const BEING_MIGRATED = "the database is being migrated";
export const NOT_MIGRATED = "the database is not migrated";
let wanted: { migration: number; functions: string[] } | undefined;

/**
 * Returns when the newest migration in this code was written; the migrator stores the same number for each migration
 * it has run.
 */
function newestMigration(): number {
  const { entries } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}

/**
 * Returns why the database cannot be used now, in a sentence; null when it can. A schema or a function that is newer than
 * this code is accepted.
 */
export async function databaseProblem(database: Database): Promise<string | null> {
  wanted ??= { migration: newestMigration(), functions: wantedFunctions() };
  try {
    const [state] = await database.platform.execute<{ newest: string | null; isOld: boolean; migrating: boolean }>(sql`
      select newest_migration() as newest,
        exists (select from unapplied_functions(${sql.param(wanted.functions)}::text[])) as "isOld",
        exists (select from pg_locks
          where locktype = 'advisory' and granted and objid = ${MIGRATION_LOCK} and objsubid = 1
            and database = (select oid from pg_database where datname = current_database())) as migrating`);
    if (state?.migrating) return BEING_MIGRATED;
    return state?.isOld !== false || Number(state.newest ?? 0) < wanted.migration ? NOT_MIGRATED : null;
  } catch (error) {
    return isUndefinedFunction(error) ? NOT_MIGRATED : "the database cannot be reached";
  }
}

function isUndefinedFunction(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && (cause as Error & { code?: unknown }).code === "42883";
}
