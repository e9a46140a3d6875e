import { eq, lt, or, sql } from "drizzle-orm";
import type { BackupFailure } from "../../../contracts/account/backups.ts";
import { type CompanyDb, schema } from "../../../db/index.ts";
import type { BackupPlan } from "./backup-plan.ts";

const { backupPlan } = schema;

export type BackupPlanRow = typeof backupPlan.$inferSelect;

/** The one row of the table. */
const ID = "plan";
/** Another process takes over when the owner has not renewed its lease for this long. */
const LEASE_SECONDS = 120;
const leaseEnd = sql`now() + ${`${LEASE_SECONDS} seconds`}::interval`;

const ownPlan = (owner: string) => sql`${backupPlan.id} = ${ID} and ${backupPlan.owner} = ${owner}`;

/** Returns the plan's row, in a transaction of the platform; null: no program has made backups here. */
export async function findBackupPlan(db: CompanyDb): Promise<BackupPlanRow | null> {
  const [row] = await db.select().from(backupPlan).where(eq(backupPlan.id, ID));
  return row ?? null;
}

/** `newestAt` and `kept`: the newest backup in the folder, and their number. */
export type FoundBackups = { newestAt: Date | null; kept: number };

/**
 * Takes the lease on the plan, or renews it, and writes down the settings. Returns null while another process has it: exactly one
 * makes backups.
 */
export async function takeBackupPlan(
  db: CompanyDb,
  { owner, plan, now }: { owner: string; plan: BackupPlan; now: Date },
): Promise<BackupPlanRow | null> {
  const values = { ...plan, owner, leaseUntil: leaseEnd };
  const [row] = await db
    .insert(backupPlan)
    .values({ id: ID, plannedSince: now, ...values })
    .onConflictDoUpdate({
      target: backupPlan.id,
      set: { ...values },
      setWhere: or(
        eq(backupPlan.owner, owner),
        sql`${backupPlan.owner} is null`,
        lt(backupPlan.leaseUntil, sql`now()`),
      ),
    })
    .returning();
  return row ?? null;
}

/** Renews the lease while a backup is written. Returns whether it was still ours. */
export async function renewBackupPlan(db: CompanyDb, owner: string): Promise<boolean> {
  const renewed = await db.update(backupPlan).set({ leaseUntil: leaseEnd }).where(ownPlan(owner)).returning();
  return renewed.length > 0;
}

export async function saveFoundBackups(db: CompanyDb, owner: string, found: FoundBackups): Promise<void> {
  await db.update(backupPlan).set(found).where(ownPlan(owner));
}

export async function saveBackupStart(db: CompanyDb, owner: string, runningSince: Date): Promise<void> {
  await db.update(backupPlan).set({ runningSince }).where(ownPlan(owner));
}

export type BackupEnd = { finishedAt: Date; durationMs: number } & (
  | { failure: BackupFailure }
  | { failure: null; bytes: number; rows: number; files: number; linked: number }
);

/** Writes down how a backup ended. The numbers of the last good one stay after a failure. */
export async function saveBackupEnd(db: CompanyDb, owner: string, end: BackupEnd): Promise<void> {
  await db
    .update(backupPlan)
    .set({ ...end, isGood: end.failure === null, runningSince: null })
    .where(ownPlan(owner));
}

/** Ends the lease when the process ends, so that another one need not wait for its end. */
export async function releaseBackupPlan(db: CompanyDb, owner: string): Promise<void> {
  await db.update(backupPlan).set({ owner: null, leaseUntil: sql`now()`, runningSince: null }).where(ownPlan(owner));
}
