import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { MIGRATION_LOCK } from "./migrate.ts";

const journal = new URL("../migrations/meta/_journal.json", import.meta.url);
let wanted: number | undefined;

/**
 * Returns when the newest migration in this code was written; the migrator stores the same number for each migration
 * it has run.
 */
function newestMigration(): number {
  const { entries } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}

/**
 * Returns why the database cannot be used now, in a sentence; null when it can. A schema newer than this code is
 * accepted.
 */
export async function databaseProblem(database: Database): Promise<string | null> {
  wanted ??= newestMigration();
  try {
    const [state] = await database.platform.execute<{ newest: string | null; migrating: boolean }>(sql`
      select newest_migration() as newest, exists (select from pg_locks
        where locktype = 'advisory' and granted and objid = ${MIGRATION_LOCK} and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())) as migrating`);
    if (state?.migrating) return "the database is being migrated";
    return Number(state?.newest ?? 0) < wanted ? "the database is not migrated" : null;
  } catch (error) {
    return isUndefinedFunction(error) ? "the database is not migrated" : "the database cannot be reached";
  }
}

function isUndefinedFunction(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && (cause as Error & { code?: unknown }).code === "42883";
}
