import { Hono } from "hono";
import { type Database, databaseProblem } from "../../db/index.ts";
import type { AppEnv } from "./app-env.ts";
import { describe } from "./describe.ts";

const READY_WITHIN_MS = 2_000;

/** `/health`: this process lives. `/ready`: it can also do its work, which it cannot while somebody migrates. */
export function healthRoutes(database: Database) {
  return new Hono<AppEnv>()
    .get("/health", describe("operation", "The process is running"), (c) => c.json({ status: "ok" }))
    .get("/ready", describe("operation", "The database is reachable and migrated"), async (c) => {
      const problem = await Promise.race([databaseProblem(database), tooLate()]);
      if (problem) c.var.log.warn({ problem }, "not ready");
      return problem ? c.json({ status: "not ready", problem }, 503) : c.json({ status: "ready" });
    });
}

function tooLate(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, READY_WITHIN_MS, "the database does not answer").unref();
  });
}
