import { languageTag } from "./language.ts";

/** Formats a date as 18/12/2026, in the order of the chosen language. */
export const calendarDate = (instant: string): string => dateWords(instant, "numeric");

/** Formats a date as 18/12/26, where there is little room. */
export const shortDate = (instant: string): string => dateWords(instant, "2-digit");

function dateWords(instant: string, year: "numeric" | "2-digit"): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(languageTag(), { day: "2-digit", month: "2-digit", year }).format(date);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the whole days until an instant: 0 on its last day, negative afterwards. */
export function daysUntil(instant: string, now: Date): number {
  const left = new Date(instant).getTime() - now.getTime();
  return left < 0 ? -1 : Math.floor(left / DAY_MS);
}
