import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { BackupFailure } from "../../contracts/account/backups.ts";
import { instant } from "./columns.ts";

/**
 * The plan of daily backups: one row, as soon as a program makes them. Visible to the platform's transactions only. A backup
 * leaves it out: it describes this database's backups.
 */
export const backupPlan = pgTable("backup_plan", {
  id: text("id").primaryKey(),
  /** Where backups are written, and the daily time "HH:mm" in the platform's time zone. */
  folder: text("folder").notNull(),
  at: text("at").notNull(),
  /** The process that makes backups; another one may take over after `leaseUntil`. Null: it ended. */
  owner: text("owner"),
  leaseUntil: instant("lease_until").notNull(),
  plannedSince: instant("planned_since").notNull(),
  /** When the newest backup in the folder was begun, and how many there are. */
  newestAt: instant("newest_at"),
  kept: integer("kept").notNull().default(0),
  /** When the backup that is being written was begun; null: none is. */
  runningSince: instant("running_since"),
  /** The last attempt; null before the first one. */
  finishedAt: instant("finished_at"),
  isGood: boolean("is_good"),
  /** Why it failed. */
  failure: text("failure").$type<BackupFailure>(),
  durationMs: integer("duration_ms"),
  /** The size of the last good backup with linked files, its rows, its files, and the number of linked files. */
  bytes: bigint("bytes", { mode: "number" }),
  rows: bigint("rows", { mode: "number" }),
  files: integer("files"),
  linked: integer("linked"),
});
