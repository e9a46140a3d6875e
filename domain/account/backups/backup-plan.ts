import { resolve } from "node:path";
import { ConfigError } from "../../../outside/environment/index.ts";
import { PLATFORM_TIME_ZONE } from "../../ground/company-time/index.ts";

/** Daily backups: the folder they are written to, and the time "HH:mm" in the platform's time zone. */
export type BackupPlan = { folder: string; at: string };

/** When the fewest people work. */
const DEFAULT_AT = "03:00";

/** Reads `BACKUP_DIR` and `BACKUP_AT`; null without a folder: no backup is planned. */
export function readBackupPlan({ BACKUP_DIR, BACKUP_AT }: Record<string, string | undefined>): BackupPlan | null {
  const [folder, at] = [BACKUP_DIR?.trim(), BACKUP_AT?.trim()];
  if (!folder && at) throw new ConfigError("BACKUP_AT is set and BACKUP_DIR is not: name the folder for the backups.");
  if (!folder) return null;
  if (!at) return { folder: resolve(folder), at: DEFAULT_AT };
  const [, hour = "", minute = "00"] = /^(\d{1,2})(?::(\d\d))?$/.exec(at) ?? [];
  if (!hour || Number(hour) > 23 || Number(minute) > 59)
    throw new ConfigError(
      `BACKUP_AT is "${at}": write an hour from 0 to 23, or a time like 03:30. The time zone is ${PLATFORM_TIME_ZONE}.`,
    );
  return { folder: resolve(folder), at: `${hour.padStart(2, "0")}:${minute}` };
}
