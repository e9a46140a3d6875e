export { applicationRoleProblem, applicationUrl } from "./application-role.ts";
export type { BackedUpFile, BackupFiles, EarlierFiles } from "./backup/backup-files.ts";
export { BackupDiffers, manifestIn } from "./backup/manifest.ts";
export { restoreBackup } from "./backup/restore-backup.ts";
export { verifyBackup } from "./backup/verify-backup.ts";
export { unfinishedOf, writeBackup } from "./backup/write-backup.ts";
export { listenToAnnouncements, listenToChanges } from "./change-log/listen.ts";
export { openSequencer, type Sequencer } from "./change-log/sequencer.ts";
export { distributeDatabase } from "./citus/distribute-database.ts";
export { type CompanyDb, type Database, openDatabase, runSeparately } from "./client.ts";
export { describeError } from "./describe-error.ts";
export {
  claimKey,
  findOwnKey,
  pushKey,
  releaseKeys,
  releaseKeysOfRow,
  replaceKey,
} from "./directory/company-keys.ts";
export { type AskedCompanies, type CompanyPlaces, openCompanyPlaces } from "./directory/company-places.ts";
export { openBackupSource } from "./embedded/backup-source.ts";
export { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
export { freePort } from "./embedded/free-port.ts";
export { inParallel } from "./in-parallel.ts";
export { isAnyOf } from "./is-any-of.ts";
export { enqueue, type Jobs, openWorker } from "./jobs.ts";
export { releaseLoadingMemory } from "./loading-memory.ts";
export { isMetricsCaller, type Metrics, openMetrics } from "./metrics.ts";
export { migrate } from "./migrate.ts";
export { limitOutageLines } from "./outage-lines.ts";
export { notifyPeople, PEOPLE_CHANNEL } from "./people-notice.ts";
export { keepPlatformRows, lockPlatformRows } from "./platform-rows.ts";
export { type ParamBuilder, prepareOnce, prepareOnceFor } from "./prepare-once.ts";
export { databaseProblem } from "./readiness.ts";
export * as schema from "./schema/index.ts";
export { openSecretBox, type SecretBox } from "./secret-box.ts";
export { counted, SILENCE_MS, type Silence, type Step, type Watch, withinSilence } from "./silence.ts";
export { takenIndex } from "./taken-index.ts";
export { isDatabaseAway, isStatementTimeout, isTransientDbError } from "./transient-errors.ts";
