import { keptBackups } from "../../../contracts/account/backups.ts";
import { localMinute } from "../../../contracts/local-time.ts";

const DAY_MS = 86_400_000;

/** Returns the folder name of a backup that is begun at the instant. */
export function backupName(takenAt: Date): string {
  return `balcao-${takenAt.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Returns when a backup was begun, by the name of its folder; null: the folder is none of the plan's. */
export function takenAtOf(name: string): Date | null {
  const found = /^balcao-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name);
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(takenAt.getTime()) || backupName(takenAt) !== name ? null : takenAt;
}

const dayOf = (instant: Date, timeZone: string) => localMinute(instant, timeZone).slice(0, 10);
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** Returns the Monday of the day's week. */
function weekOf(day: string): string {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(Date.parse(day) - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns which of the backups are not kept. Kept is the newest one of each of the last 7 days, 4 weeks (from Monday) and 6
 * months that have one, in the time zone: a time without backups removes none. A backup of the future (the clock was
 * set back) is kept and takes no other's place.
 */
export function backupsToRemove(taken: readonly Date[], now: Date, timeZone: string): Date[] {
  const past = taken.filter((one) => one <= now).sort((a, b) => b.getTime() - a.getTime());
  const periods: [most: number, keyOf: (day: string) => string][] = [
    [keptBackups.days, (day) => day],
    [keptBackups.weeks, weekOf],
    [keptBackups.months, (day) => day.slice(0, 7)],
  ];
  const kept = new Set<Date>();
  for (const [most, keyOf] of periods) {
    const seen = new Set<string>();
    for (const one of past) {
      const key = keyOf(dayOf(one, timeZone));
      if (seen.has(key)) continue;
      if (seen.size === most) break;
      seen.add(key);
      kept.add(one);
    }
  }
  return past.filter((one) => !kept.has(one));
}

/**
 * Returns the day whose backup an instant belongs to: the day before until the time `at` ("HH:mm"). Compares wall clocks,
 * so a time that daylight saving skips is due right after it, and one that comes twice is due once.
 */
function backupDay(instant: Date, at: string, timeZone: string): string {
  const local = localMinute(instant, timeZone);
  const day = local.slice(0, 10);
  return local.slice(11) >= at ? day : dayBefore(day);
}

/**
 * Returns whether the backup of the present day is missing. A backup of up to a day ahead counts (the clock was set back);
 * one that is further ahead does not, since it would stop all others.
 */
export function isBackupDue(taken: readonly Date[], now: Date, at: string, timeZone: string): boolean {
  const present = backupDay(now, at, timeZone);
  return !taken.some((one) => one.getTime() <= now.getTime() + DAY_MS && backupDay(one, at, timeZone) >= present);
}
