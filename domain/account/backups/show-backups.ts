import type { Database } from "../../../db/index.ts";
import { PLATFORM_TIME_ZONE } from "../../ground/company-time/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import type { BackupPlan } from "./backup-plan.ts";
import { type BackupPlanRow, findBackupPlan } from "./plan-row.ts";

/**
 * The backups as a super user sees them. `isAlive`: a process that makes them runs. `row`: null until such a process ran
 * for the first time.
 */
export type BackupsView = {
  isPlanned: boolean;
  isAlive: boolean;
  plan: BackupPlan | null;
  timeZone: string;
  row: BackupPlanRow | null;
};

/** `plan`: the settings of this process; another process may make backups without them. */
export async function showBackups(ctx: PlatformContext, plan: BackupPlan | null): Promise<BackupsView> {
  requireSuper(ctx);
  return viewOf(await findBackupPlan(ctx.db), plan, ctx.now);
}

function viewOf(row: BackupPlanRow | null, plan: BackupPlan | null, now: Date): BackupsView {
  const isAlive = row !== null && row.owner !== null && row.leaseUntil > now;
  const running = isAlive ? { folder: row.folder, at: row.at } : plan;
  return {
    ...{ isPlanned: running !== null, isAlive, plan: running, timeZone: PLATFORM_TIME_ZONE },
    row: row && { ...row, runningSince: isAlive ? row.runningSince : null },
  };
}

/** Seconds, 1 or 0, seconds, bytes. Null: nothing is planned, or no backup has ended yet. */
export type BackupGauges = Record<"ageSeconds" | "isGood" | "durationSeconds" | "bytes", number | null>;

/** Reads the metrics of the backups. Before the first backup, the age is counted from the first plan, or from `since`. */
export async function backupGauges(
  database: Database,
  { plan, since, now }: { plan: BackupPlan | null; since: Date; now: Date },
): Promise<BackupGauges> {
  const found = await database.asPlatform(findBackupPlan, { isReading: true });
  const { isPlanned, row } = viewOf(found, plan, now);
  if (!isPlanned) return { ageSeconds: null, isGood: null, durationSeconds: null, bytes: null };
  const from = row?.newestAt ?? row?.plannedSince ?? since;
  return {
    ageSeconds: Math.max(0, (now.getTime() - from.getTime()) / 1_000),
    isGood: row?.isGood == null ? null : Number(row.isGood),
    durationSeconds: row?.durationMs == null ? null : row.durationMs / 1_000,
    bytes: row?.bytes ?? null,
  };
}
