import type { Database, Metrics } from "../../../db/index.ts";
import { type BackupGauges, type BackupPlan, backupGauges } from "../../../domain/account/backups/index.ts";

const gauges: Record<keyof BackupGauges, [name: string, help: string]> = {
  ageSeconds: ["backup_age_seconds", "Age of the newest backup; before the first one, of the plan"],
  isGood: ["backup_last_result", "The last planned backup: 1 good, 0 failed"],
  durationSeconds: ["backup_duration_seconds", "How long the last planned backup took"],
  bytes: ["backup_bytes", "Size of the last good backup, files linked to an earlier one included"],
};

/** Registers the metrics of planned backups. Without a plan, and while the database is away, they have no value. */
export function openBackupMetrics(metrics: Metrics, database: Database, plan: BackupPlan | null): void {
  const since = new Date();
  let reading: Promise<BackupGauges | null> | undefined;
  // One question for each scrape: all gauges are read in the same turn.
  function read(): Promise<BackupGauges | null> {
    reading ??= backupGauges(database, { plan, since, now: new Date() })
      .catch(() => null) // balcao_database_up says that the database is away
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  for (const [gauge, [name, help]] of Object.entries(gauges))
    metrics.gauge(name, help, async () => (await read())?.[gauge as keyof BackupGauges] ?? null);
}
