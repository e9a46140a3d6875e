import { m } from "../../i18n/paraglide/messages.js";

const HOUR = 60;

/** 0 h 09 min */
export function hoursAndMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  return m.dashboard_hours_minutes({
    hours: Math.floor(whole / HOUR),
    minutes: String(whole % HOUR).padStart(2, "0"),
  });
}

/** 9 min, 2 h 05 min */
export function shortMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < HOUR ? m.dashboard_minutes({ minutes: whole }) : hoursAndMinutes(whole);
}

/** How an average stands beside the one before it, in words; null where there was none. */
export function comparison(now: number, before: number | null): string | null {
  if (before === null || now === 0) return null;
  const difference = Math.round(now) - Math.round(before);
  if (difference === 0) return m.dashboard_as_before();
  const minutes = shortMinutes(Math.abs(difference));
  return difference < 0 ? m.dashboard_less({ minutes }) : m.dashboard_more({ minutes });
}
