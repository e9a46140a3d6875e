import { serverDate } from "../../../../sync/client/server-clock.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([languageTag(), timeZone, options]);
  const made = formats.get(key) ?? new Intl.DateTimeFormat(languageTag(), { ...options, timeZone, hourCycle: "h23" });
  formats.set(key, made);
  return made.format(new Date(instant));
}

const time = { hour: "2-digit", minute: "2-digit" } as const;
const date = { day: "2-digit", month: "2-digit" } as const;

/** Formats as 14:05 in the time zone. */
export const clockAt = (instant: string, timeZone: string): string => format(instant, timeZone, time);

/** Formats as 14:05:09 in the time zone. */
export const secondsAt = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { ...time, second: "2-digit" });

/** Formats as 25/11 in the time zone. */
export const shortDayAt = (instant: string, timeZone: string): string => format(instant, timeZone, date);

/** Formats as 25/11/2026 10:00 in the time zone. */
export const fullAt = (instant: string, timeZone: string): string =>
  `${format(instant, timeZone, { ...date, year: "numeric" })} ${clockAt(instant, timeZone)}`;

/** Formats as "qua., 25/11" in the time zone. */
export const weekdayAt = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { ...date, weekday: "short" });

export const isSameDay = (one: string, other: string, timeZone: string): boolean =>
  format(one, timeZone, { ...date, year: "numeric" }) === format(other, timeZone, { ...date, year: "numeric" });

/** Formats for a sentence: "hoje, às 17:20", "em qua., 25/11, às 10:00". */
export function momentAt(instant: string, timeZone: string, now = serverDate()): string {
  const at = clockAt(instant, timeZone);
  if (isSameDay(instant, now.toISOString(), timeZone)) return m.campaigns_moment_today({ time: at });
  return m.campaigns_moment_day({ day: weekdayAt(instant, timeZone), time: at });
}

/** Formats an expected end: the time today, with the day otherwise. */
export function endAt(instant: string, timeZone: string, now = serverDate()): string {
  const at = clockAt(instant, timeZone);
  return isSameDay(instant, now.toISOString(), timeZone) ? at : `${weekdayAt(instant, timeZone)}, ${at}`;
}

const MINUTE_MS = 60_000;

/** Formats how long something takes: "45 s", "20 min", "1 h 20 min", "2 d 3 h". */
export function lengthOf(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1000))} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined([hours, "h"], [minutes % 60, "min"]);
  return joined([Math.floor(hours / 24), "d"], [hours % 24, "h"]);
}

const joined = (...parts: [number, string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");

/** Returns the whole percentage of a part; 0 of nothing. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100));
