export { type BackupPlan, readBackupPlan } from "./backup-plan.ts";
export { backupName, backupsToRemove, isBackupDue, takenAtOf } from "./backup-times.ts";
export {
  type BackupEnd,
  findBackupPlan,
  releaseBackupPlan,
  renewBackupPlan,
  saveBackupEnd,
  saveBackupStart,
  saveFoundBackups,
  takeBackupPlan,
} from "./plan-row.ts";
export { type BackupGauges, type BackupsView, backupGauges, showBackups } from "./show-backups.ts";
