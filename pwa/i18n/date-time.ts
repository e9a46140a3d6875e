import { serverDate } from "../../sync/client/server-clock.ts";
import { m } from "./paraglide/messages.js";
import { getLocale } from "./paraglide/runtime.js";

const DAY_MS = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Returns the format of that name in the chosen language, in the device's time zone. */
export function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
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

/** Formats for a list row: the time today, "ontem", or the date. */
export function shortMoment(instant: string, now = serverDate()): string {
  const days = daysAgo(instant, now);
  if (days <= 0) return clock(instant);
  return days === 1 ? m.time_yesterday_short() : dayMonth(instant, now);
}

/** Formats as 02/11, with the year where it is another one. */
export function dayMonth(instant: string, now = serverDate()): string {
  const date = new Date(instant);
  return date.getFullYear() === now.getFullYear()
    ? format("day", { day: "2-digit", month: "2-digit" }).format(date)
    : format("year", { day: "2-digit", month: "2-digit", year: "2-digit" }).format(date);
}

/** Formats seconds as 0:23. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
