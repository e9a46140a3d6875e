import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../client.ts";
import { applicationRoleProblem } from "../roles/application-role.ts";
import { BEING_MIGRATED, databaseProblem, NOT_MIGRATED } from "./readiness.ts";

const AGAIN_MS = 250;

/**
 * Returns why a program of this version must not start on this database, in a sentence; null when it may. Waits while the
 * database is being migrated, and logs that it does. A schema that is newer than this version is accepted.
 */
export async function startProblem(database: Database, logger: Pick<Logger, "info">): Promise<string | null> {
  const ofRole = await applicationRoleProblem(database);
  if (ofRole) return ofRole;
  let problem = await databaseProblem(database);
  if (problem === BEING_MIGRATED)
    logger.info({ event: "waits_for_migration" }, "The database is being migrated; the start waits for it");
  while (problem === BEING_MIGRATED) {
    await pause(AGAIN_MS);
    problem = await databaseProblem(database);
  }
  if (problem !== NOT_MIGRATED) return null;
  return "The database is of an older version than this program: run `migrate` of this version first (docs/operations.md).";
}
