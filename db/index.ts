export type { BackedUpFile, BackupFiles, EarlierFiles } from "./backup/backup-files.ts";
export { BackupDiffers, manifestIn } from "./backup/manifest.ts";
export { restoreBackup } from "./backup/restore-backup.ts";
export { verifyBackup } from "./backup/verify-backup.ts";
export { unfinishedOf, writeBackup } from "./backup/write-backup.ts";
export { listenToAnnouncements, listenToChanges } from "./change-log/listen.ts";
export { openSequencer, type Sequencer } from "./change-log/sequencer.ts";
export { distributeDatabase } from "./citus/distribute-database.ts";
export { type CompanyDb, type Database, openDatabase, runSeparately } from "./client.ts";
export {
  claimKey,
  findOwnKey,
  pushKey,
  releaseKeys,
  releaseKeysOfRow,
  replaceKey,
} from "./directory/company-keys.ts";
export { type AskedCompanies, type CompanyPlaces, openCompanyPlaces } from "./directory/company-places.ts";
export { describeError } from "./driver/describe-error.ts";
export { inParallel } from "./driver/in-parallel.ts";
export { isAnyOf } from "./driver/is-any-of.ts";
export { type ParamBuilder, prepareOnce, prepareOnceFor } from "./driver/prepare-once.ts";
export { sendLast } from "./driver/send-last.ts";
export { takenIndex } from "./driver/taken-index.ts";
export { isDatabaseAway, isStatementTimeout, isTransientDbError } from "./driver/transient-errors.ts";
export { openBackupSource } from "./embedded/backup-source.ts";
export { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
export { freePort } from "./embedded/free-port.ts";
export { enqueue, type Jobs, openWorker } from "./operation/jobs.ts";
export { releaseLoadingMemory } from "./operation/loading-memory.ts";
export { isMetricsCaller, type Metrics, openMetrics } from "./operation/metrics.ts";
export { migrate } from "./operation/migrate.ts";
export { limitOutageLines } from "./operation/outage-lines.ts";
export { databaseProblem } from "./operation/readiness.ts";
export { counted, SILENCE_MS, type Silence, type Step, type Watch, withinSilence } from "./operation/silence.ts";
export { startProblem } from "./operation/start-problem.ts";
export { notifyPeople, PEOPLE_CHANNEL } from "./people-notice.ts";
export { applicationUrl } from "./roles/application-role.ts";
export { keepPlatformRows, lockPlatformRows } from "./roles/platform-rows.ts";
export * as schema from "./schema/index.ts";
export { listSecrets, openSecretBox, type Secret, type SecretBox, type Secrets } from "./secret-box.ts";
