import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { BackupFailure } from "../../contracts/account/backups.ts";
import { BackupDiffers, type BackupFiles, type Database, isDatabaseAway, writeBackup } from "../../db/index.ts";
import {
  type BackupEnd,
  type BackupPlan,
  backupName,
  backupsToRemove,
  isBackupDue,
  renewBackupPlan,
  saveBackupEnd,
  saveBackupStart,
  saveFoundBackups,
  takeBackupPlan,
} from "../../domain/account/backups/index.ts";
import { PLATFORM_TIME_ZONE } from "../../domain/ground/company-time/index.ts";
import { backupsIn, removeBackup, removeUnfinished } from "./plan-folder.ts";

export type PlanParts = {
  database: Database;
  /** The address of the database's owner, who reads all tables. */
  ownerUrl: string;
  files: BackupFiles;
  plan: BackupPlan;
  /** Names this process as the owner of the lease. */
  owner: string;
  logger: Logger;
};

/** "elsewhere": another process makes the backups. "rests": none is due, or the last one failed less than an hour ago. */
export type Looked = "elsewhere" | "rests" | "written" | "failed";

type Numbers = { bytes: number; rows: number; files: number; linked: number };

/** The pause after a failure. */
const RETRY_MS = 3_600_000;
const RENEW_MS = 30_000;

/**
 * Writes a backup when one is due, and then removes those that are no longer kept: only a verified backup replaces another.
 * `isFirst`: this process looks for the first time, and does not wait for an hour after a failure.
 */
export async function lookAtPlan(parts: PlanParts, now: Date, { isFirst = false } = {}): Promise<Looked> {
  const { database, plan, owner } = parts;
  const row = await database.asPlatform((db) => takeBackupPlan(db, { owner, plan, now }));
  if (!row) return "elsewhere";
  const beganMs = performance.now();
  const end = (result: { failure: BackupFailure } | ({ failure: null } & Numbers)): BackupEnd => {
    const durationMs = Math.round(performance.now() - beganMs);
    return { finishedAt: new Date(now.getTime() + durationMs), durationMs, ...result };
  };
  try {
    await mkdir(plan.folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(plan.folder);
    const present = await noteBackups(parts, now);
    if (!isBackupDue(present, now, plan.at, PLATFORM_TIME_ZONE)) return "rests";
    if (!isFirst && row.isGood === false && isRecent(row.finishedAt, now)) return "rests";
    await database.asPlatform((db) => saveBackupStart(db, owner, now));
    const numbers = await withLease(parts, () => writeNext(parts, now));
    await database.asPlatform((db) => saveBackupEnd(db, owner, end({ failure: null, ...numbers })));
    await removeOld(parts, now);
    return "written";
  } catch (error) {
    await fail(parts, error, end({ failure: failureOf(error) }));
    return "failed";
  }
}

/** A time in the future does not count: the clock was set back. */
const isRecent = (at: Date | null, now: Date) => at !== null && at <= now && now.getTime() - at.getTime() < RETRY_MS;

/** Writes down which backups there are, and returns when they were begun. */
async function noteBackups({ database, plan, owner }: PlanParts, now: Date): Promise<Date[]> {
  const taken = (await backupsIn(plan.folder)).map(({ takenAt }) => takenAt);
  const newestAt = taken.filter((one) => one <= now).reduce<Date | null>((a, b) => (a && a > b ? a : b), null);
  await database.asPlatform((db) => saveFoundBackups(db, owner, { newestAt, kept: taken.length }));
  return taken;
}

/** Keeps the lease while `work` runs. */
async function withLease<T>({ database, owner, logger }: PlanParts, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    void database
      .asPlatform((db) => renewBackupPlan(db, owner))
      .catch((err) =>
        logger.warn({ event: "backup_lease", err }, "The lease on the backups was not renewed; retrying"),
      );
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Files of the newest backup are linked; when that one is damaged, all are copied. */
async function writeNext({ ownerUrl, files, plan, logger }: PlanParts, now: Date): Promise<Numbers> {
  const folder = join(plan.folder, backupName(now));
  const past = (await backupsIn(plan.folder)).filter(({ takenAt }) => takenAt <= now);
  const newest = past.sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime()).at(-1);
  const write = (earlier?: string) => writeBackup({ ownerUrl, files }, folder, { earlier });
  const written = await write(newest && join(plan.folder, newest.name)).catch((error) => {
    if (!newest || !(error instanceof BackupDiffers)) throw error;
    logger.error(
      { event: "backup_damaged", backup: newest.name, err: error },
      "The earlier backup is damaged: its files are not linked",
    );
    return write();
  });
  const rows = written.tables.reduce((sum, table) => sum + table.rows, 0);
  const { bytes, linked } = written;
  logger.info({ event: "backup_written", rows, files: written.files, linked, bytes }, "Backup written and verified");
  return { rows, files: written.files, linked, bytes };
}

/** Removes nothing when another process has taken the lease meanwhile. */
async function removeOld(parts: PlanParts, now: Date): Promise<void> {
  const { database, plan, owner, logger } = parts;
  if (!(await database.asPlatform((db) => renewBackupPlan(db, owner)))) return;
  const present = await backupsIn(plan.folder);
  const old = new Set(
    backupsToRemove(
      present.map(({ takenAt }) => takenAt),
      now,
      PLATFORM_TIME_ZONE,
    ),
  );
  for (const { name, takenAt } of present)
    if (old.has(takenAt))
      await removeBackup(plan.folder, name).catch((err) =>
        logger.warn({ event: "backup_not_removed", backup: name, err }, "An old backup could not be removed; retrying"),
      );
  await noteBackups(parts, now);
}

/** The next look, half a minute later, removes what a failed backup has left. */
async function fail({ database, owner, logger }: PlanParts, err: unknown, end: BackupEnd): Promise<void> {
  logger.error({ event: "backup_failed", failure: end.failure, err }, "The planned backup failed; retrying in an hour");
  await database.asPlatform((db) => saveBackupEnd(db, owner, end));
}

const byCode: Record<string, BackupFailure> = {
  ...{ ENOSPC: "no_space", EDQUOT: "no_space", ERR_NO_SPACE: "no_space" },
  ...{ EACCES: "no_access", EPERM: "no_access", EROFS: "no_access", ENOTDIR: "no_access", EEXIST: "no_access" },
};

function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupDiffers) return "differs";
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  const isPostgres = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code);
  return byCode[code] ?? (isDatabaseAway(error) || isPostgres ? "database" : "other");
}
