import { m } from "./paraglide/messages.js";
import { getLocale } from "./paraglide/runtime.js";

const DAY_MS = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = getLocale() === "pt" ? "pt-BR" : getLocale();
  const key = `${locale} ${name}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, hour12: false });
  formats.set(key, made);
  return made;
}

/** Returns the number of calendar days on this device from an instant to now: 0 today, 1 yesterday. */
export function daysAgo(instant: string, now: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(now) - midnight(new Date(instant))) / DAY_MS);
}

/** Formats as 14:05. */
export const clock = (instant: string) =>
  format("clock", { hour: "2-digit", minute: "2-digit" }).format(new Date(instant));

/** Formats as 14:05:09. */
export const clockWithSeconds = (instant: string) =>
  format("seconds", { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(instant));

/** Formats for a list row: the time today, "ontem", or the date. */
export function shortMoment(instant: string, now = new Date()): string {
  const days = daysAgo(instant, now);
  if (days <= 0) return clock(instant);
  return days === 1 ? m.time_yesterday_short() : dayMonth(instant, now);
}

/** Formats as 02/11, with the year where it is another one. */
export function dayMonth(instant: string, now = new Date()): string {
  const date = new Date(instant);
  return date.getFullYear() === now.getFullYear()
    ? format("day", { day: "2-digit", month: "2-digit" }).format(date)
    : format("year", { day: "2-digit", month: "2-digit", year: "2-digit" }).format(date);
}

/** Formats for a sentence: "hoje, 14:05". */
export function moment(instant: string, now = new Date()): string {
  const days = daysAgo(instant, now);
  const time = clock(instant);
  if (days <= 0) return m.time_today({ time });
  return days === 1 ? m.time_yesterday({ time }) : `${shortMoment(instant, now)}, ${time}`;
}

/** Formats for the divider between two days: "Hoje, 21 de novembro". */
export function dayTitle(instant: string, now = new Date()): string {
  const days = daysAgo(instant, now);
  const sameYear = new Date(instant).getFullYear() === now.getFullYear();
  const date = sameYear
    ? format("title", { day: "numeric", month: "long" }).format(new Date(instant))
    : format("title year", { day: "numeric", month: "long", year: "numeric" }).format(new Date(instant));
  if (days <= 0) return m.time_day_today_full({ day: date });
  return days === 1 ? m.time_day_yesterday_full({ day: date }) : date;
}

/** Formats seconds as 0:23. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Formats as "mar. de 2023". */
export const monthTitle = (instant: string) =>
  format("month", { month: "short", year: "numeric" }).format(new Date(instant));

/** Formats as 21/11/2026 10:12. */
export const dateAndTime = (instant: string): string =>
  `${format("full day", { day: "2-digit", month: "2-digit", year: "numeric" }).format(new Date(instant))} ${clock(instant)}`;
