import { Hono } from "hono";
import * as v from "valibot";
import { type Database, databaseProblem } from "../../db/index.ts";
import type { AppEnv } from "./app-env.ts";
import { describe } from "./reference/describe.ts";

const READY_WITHIN_MS = 2_000;

const HealthAnswer = v.object({ status: v.literal("ok") });
const ReadyAnswer = v.object({ status: v.literal("ready") });

/** `/health`: the process is alive. `/ready`: it can also serve requests, which is not the case during a migration. */
export function healthRoutes(database: Database) {
  return new Hono<AppEnv>()
    .get(
      "/health",
      describe("operation", "Report that the process is running (liveness)", { 200: HealthAnswer }),
      (c) => c.json({ status: "ok" }),
    )
    .get(
      "/ready",
      describe("operation", "Report that the database is reachable and migrated (readiness)", { 200: ReadyAnswer }),
      async (c) => {
        const problem = await Promise.race([databaseProblem(database), tooLate()]);
        if (problem) c.var.log.warn({ event: "not_ready", problem }, "Readiness check failed");
        return problem ? c.json({ status: "not ready", problem }, 503) : c.json({ status: "ready" });
      },
    );
}

function tooLate(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, READY_WITHIN_MS, "the database does not answer").unref();
  });
}
