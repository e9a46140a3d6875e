import "../operator/low-priority.ts";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { describeError, limitOutageLines, openDatabase, startProblem } from "../../db/index.ts";
import { readBackupPlan, releaseBackupPlan } from "../../domain/account/backups/index.ts";
import { ConfigError, keepFilesPrivate, readSwitch } from "../../outside/environment/index.ts";
import { openFileStore, readFilesAddress } from "../../outside/file-store/index.ts";
import { backupFilesOf } from "../backup-files.ts";
import { requireDatabase } from "../database-urls.ts";
import { lookAtPlan } from "./look-at-plan.ts";

const LOOK_MS = 30_000;

/**
 * The program that makes the daily backups of `BACKUP_DIR`. It is apart from api and connector so that neither has the
 * address of the database's owner. Several may run: one has the lease on the plan.
 */
async function main(): Promise<void> {
  const plan = readBackupPlan(process.env);
  if (!plan) throw new ConfigError("BACKUP_DIR is not set: the folder for the daily backups.");
  const { url, ownerUrl } = requireDatabase(process.env);
  const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
  keepFilesPrivate(dataDir);
  const logger = pino(
    {
      level: process.env.LOG_LEVEL ?? "info",
      base: { program: "backup" },
      serializers: { err: describeError },
      hooks: limitOutageLines(),
    },
    pino.destination(2),
  );
  const database = openDatabase(url, { max: 3, name: "balcao backup" });
  const problem = await startProblem(database, logger);
  if (problem) throw new ConfigError(problem);
  const owner = `${hostname()}/${process.pid}/${randomUUID()}`;
  const files = backupFilesOf(openFileStore(readFilesAddress(process.env, dataDir), dataDir));

  const ending = new AbortController();
  async function end(why: string): Promise<void> {
    if (ending.signal.aborted) return;
    ending.abort();
    logger.info({ event: "shutdown", why }, "Shutting down");
    // The next process that makes backups removes an unfinished one.
    await database
      .asPlatform((db) => releaseBackupPlan(db, owner))
      .catch((err) =>
        logger.warn({ event: "backup_lease", err }, "The lease on the backups was not released; it ends by itself"),
      );
    process.exit(0);
  }
  process.on("SIGTERM", () => void end("SIGTERM"));
  process.on("SIGINT", () => void end("SIGINT"));
  if (readSwitch("PARENT_WATCH", process.env.PARENT_WATCH))
    process.stdin.resume().on("end", () => void end("the parent is gone"));
  process.stdout.write(`${JSON.stringify({ ready: true, folder: plan.folder, at: plan.at })}\n`);

  for (let isFirst = true; !ending.signal.aborted; ) {
    try {
      const looked = await lookAtPlan({ database, ownerUrl, files, plan, owner, logger }, new Date(), { isFirst });
      // A process that waits for another one's lease has not tried yet.
      if (looked !== "elsewhere") isFirst = false;
    } catch (err) {
      logger.warn({ event: "backup_plan_failed", err }, "The plan of backups was not read; retrying");
    }
    await pause(LOOK_MS, undefined, { signal: ending.signal }).catch(() => {}); // aborted: the loop ends
  }
}

main().catch((error: Error) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
