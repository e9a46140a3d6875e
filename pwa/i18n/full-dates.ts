import { serverDate } from "../../sync/client/server-clock.ts";
import { clock, daysAgo, format, shortMoment } from "./date-time.ts";
import { m } from "./paraglide/messages.js";

// Apart from `date-time.ts`, which is loaded before the list of tickets.

/** Formats for a sentence: "hoje, 14:05". */
export function moment(instant: string, now = serverDate()): string {
  const days = daysAgo(instant, now);
  const time = clock(instant);
  if (days <= 0) return m.time_today({ time });
  return days === 1 ? m.time_yesterday({ time }) : `${shortMoment(instant, now)}, ${time}`;
}

/** Formats for the divider between two days: "Hoje, 21 de novembro". */
export function dayTitle(instant: string, now = serverDate()): string {
  const days = daysAgo(instant, now);
  const sameYear = new Date(instant).getFullYear() === now.getFullYear();
  const date = sameYear
    ? format("title", { day: "numeric", month: "long" }).format(new Date(instant))
    : format("title year", { day: "numeric", month: "long", year: "numeric" }).format(new Date(instant));
  if (days <= 0) return m.time_day_today_full({ day: date });
  return days === 1 ? m.time_day_yesterday_full({ day: date }) : date;
}

/** Formats as 14:05:09. */
export const clockWithSeconds = (instant: string) =>
  format("seconds", { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(instant));

/** Formats as "mar. de 2023". */
export const monthTitle = (instant: string) =>
  format("month", { month: "short", year: "numeric" }).format(new Date(instant));

/** Formats as 21/11/2026 10:12. */
export const dateAndTime = (instant: string): string =>
  `${format("full day", { day: "2-digit", month: "2-digit", year: "numeric" }).format(new Date(instant))} ${clock(instant)}`;
