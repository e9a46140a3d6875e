import { localMinute } from "../local-clock.ts";

/** From how many days before the due date on the company is warned. */
export const WARNING_DAYS = 5;

export const DAY_MS = 86_400_000;
/** The number of a day, "YYYY-MM-DD", counted from 1970. */
export const dayNumber = (day: string) => Date.parse(`${day}T00:00Z`) / DAY_MS;

/** The local day of an instant, "YYYY-MM-DD". */
export const localDay = (instant: Date, timeZone: string): string => localMinute(instant, timeZone).slice(0, 10);

/** Whole days from one local day to another; negative: the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
