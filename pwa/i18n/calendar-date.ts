import { languageTag } from "./language.ts";

/** Formats a date as 18/12/2026, in the order of the chosen language. Without a time zone, that of the device. */
export const calendarDate = (instant: string, timeZone?: string): string => dateWords(instant, "numeric", timeZone);

/** Formats a day ("2026-12-18") as 18/12/2026. */
export const calendarDay = (day: string): string => dateWords(`${day}T12:00:00Z`, "numeric", "UTC");

/** Formats a date as 18/12/26, where there is little room. */
export const shortDate = (instant: string): string => dateWords(instant, "2-digit");

function dateWords(instant: string, year: "numeric" | "2-digit", timeZone?: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(languageTag(), { day: "2-digit", month: "2-digit", year, timeZone }).format(date);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the whole days until an instant: 0 on its last day, negative afterwards. */
export function daysUntil(instant: string, now: Date): number {
  const left = new Date(instant).getTime() - now.getTime();
  return left < 0 ? -1 : Math.floor(left / DAY_MS);
}
