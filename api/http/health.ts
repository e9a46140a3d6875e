import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Database } from "../../db/index.ts";
import type { AppEnv } from "./app-env.ts";
import { describe } from "./describe.ts";

const READY_WITHIN_MS = 2_000;

/** `/health`: this process lives. `/ready`: it can also do its work. */
export function healthRoutes(database: Database) {
  return new Hono<AppEnv>()
    .get("/health", describe("operation", "The process lives"), (c) => c.json({ status: "ok" }))
    .get("/ready", describe("operation", "The database is reachable and migrated"), async (c) => {
      const problem = await Promise.race([findProblem(database), tooLate()]);
      if (problem) c.var.log.warn({ problem }, "not ready");
      return problem ? c.json({ status: "not ready", problem }, 503) : c.json({ status: "ready" });
    });
}

async function findProblem(database: Database): Promise<string | null> {
  try {
    // What the last migration made; an older database does not have it.
    const rows = await database.platform.execute<{ migrated: boolean }>(
      sql`select to_regprocedure('number_changes(uuid)') is not null as migrated`,
    );
    return rows[0]?.migrated ? null : "the database is not migrated";
  } catch {
    return "the database cannot be reached";
  }
}

function tooLate(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, READY_WITHIN_MS, "the database does not answer").unref();
  });
}
