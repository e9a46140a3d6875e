import { m } from "../../i18n/paraglide/messages.js";

const HOUR = 60;

/** Formats minutes as "0 h 09 min". */
export function hoursAndMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  return m.dashboard_hours_minutes({
    hours: Math.floor(whole / HOUR),
    minutes: String(whole % HOUR).padStart(2, "0"),
  });
}

/** Formats an average; null without data. */
export const averageText = (minutes: number): string | null => (minutes > 0 ? hoursAndMinutes(minutes) : null);

/** Formats minutes as "9 min" or "2 h 05 min". */
export function shortMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < HOUR ? m.dashboard_minutes({ minutes: whole }) : hoursAndMinutes(whole);
}

/** Compares an average with that of the previous period, as a text; null without either. */
export function comparison(now: number, before: number | null): string | null {
  if (before === null || now === 0) return null;
  const difference = Math.round(now) - Math.round(before);
  if (difference === 0) return m.dashboard_as_before();
  const minutes = shortMinutes(Math.abs(difference));
  return difference < 0 ? m.dashboard_less({ minutes }) : m.dashboard_more({ minutes });
}

/** Shorter waits never stand out. */
const LONG_MINUTES = 10;

/** Returns the waits that stand out: longer than 10 minutes and at least twice the median of the others. */
export function outliers(waits: readonly number[]): number[] {
  return waits.filter((wait, at) => {
    const others = waits.filter((_, other) => other !== at).sort((a, b) => a - b);
    const median = others[Math.floor(others.length / 2)];
    return wait > LONG_MINUTES && (median === undefined || wait >= 2 * median);
  });
}
