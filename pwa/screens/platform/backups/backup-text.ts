import * as v from "valibot";
import { BACKUP_OLD_HOURS, type BackupFailure } from "../../../../contracts/account/backups.ts";
import { BackupsWire } from "../../../../contracts/wire/backups.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";

export const readBackups = (answer: unknown): BackupsWire => v.parse(BackupsWire, answer);

const reasons: Record<BackupFailure, () => string> = {
  no_space: m.platform_backups_no_space,
  no_access: m.platform_backups_no_access,
  differs: m.platform_backups_differs,
  database: m.platform_backups_database,
  other: m.platform_backups_other,
};

const HOUR_MS = 3_600_000;

/** Returns an age in words, "há 6 horas": hours within two days, then days. */
export function ageText(instant: string, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / HOUR_MS));
  const words = new Intl.RelativeTimeFormat(languageTag());
  return hours < 48 ? words.format(-hours, "hour") : words.format(-Math.floor(hours / 24), "day");
}

/** Returns what a super user has to know first, in one sentence: what needs an action comes before what is well. */
export function backupStatus(
  backups: BackupsWire,
  now: Date,
): { tone: "danger" | "warn" | "info" | "success"; text: string } {
  const { isPlanned, isAlive, newestAt, runningSince, last } = backups;
  if (!isPlanned) return { tone: "warn", text: m.platform_backups_unplanned() };
  if (runningSince) return { tone: "info", text: m.platform_backups_running({ when: moment(runningSince, now) }) };
  if (last && !last.isGood) {
    const reason = reasons[last.failure ?? "other"]();
    return { tone: "danger", text: m.platform_backups_failed({ when: moment(last.finishedAt, now), reason }) };
  }
  if (!isAlive) return { tone: "danger", text: m.platform_backups_stopped() };
  if (!newestAt) return { tone: "info", text: m.platform_backups_first() };
  if (now.getTime() - new Date(newestAt).getTime() > BACKUP_OLD_HOURS * HOUR_MS)
    return { tone: "danger", text: m.platform_backups_old({ hours: BACKUP_OLD_HOURS }) };
  return { tone: "success", text: m.platform_backups_good() };
}
