/** Why a planned backup failed. The log of the backup program has the details. */
export const backupFailures = [
  /** The disk of the backups is full. */
  "no_space",
  /** The folder of the backups cannot be written. */
  "no_access",
  /** The backup was read back, and differs from what was written. */
  "differs",
  "database",
  "other",
] as const;
export type BackupFailure = (typeof backupFailures)[number];

/** A newest backup that is older is too old: a daily one with two hours to be made. `ops/prometheus/alerts.yml` has it, too. */
export const BACKUP_OLD_HOURS = 26;

/** How many days, weeks and months keep a backup. */
export const keptBackups = { days: 7, weeks: 4, months: 6 };
