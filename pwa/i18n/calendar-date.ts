import { languageTag } from "./language.ts";

/** Formats a date as 18/12/2026, in the order of the chosen language. Without a time zone, that of the device. */
export const calendarDate = (instant: string, timeZone?: string): string => dateWords(instant, "numeric", timeZone);

/** Formats a day ("2026-12-18") as 18/12/2026. */
export const calendarDay = (day: string): string => dateWords(`${day}T12:00:00Z`, "numeric", "UTC");

/** Formats a date as 18/12/26, where there is little room. */
export const shortDate = (instant: string, timeZone?: string): string => dateWords(instant, "2-digit", timeZone);

function dateWords(instant: string, year: "numeric" | "2-digit", timeZone?: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(languageTag(), { day: "2-digit", month: "2-digit", year, timeZone }).format(date);
}
