import { m } from "../../../i18n/paraglide/messages.js";

/** Returns the whole minutes since an instant, at least 0. */
const minutesSince = (since: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));

/** Formats the time since an instant: minutes, hours with their minutes, or days. */
export function waitedText(since: string, now: Date): string {
  const minutes = minutesSince(since, now);
  if (minutes < 1) return m.list_now();
  if (minutes < 60) return m.list_minutes({ count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return m.list_days({ count: Math.floor(hours / 24) });
  const rest = minutes % 60;
  return [m.list_hours({ count: hours }), rest > 0 && m.list_minutes({ count: rest })].filter(Boolean).join(" ");
}

export type Urgency = "calm" | "attention" | "overdue";
const ATTENTION_MIN = 15;
const OVERDUE_MIN = 60;

/** Returns how urgent a wait is: amber from 15 minutes, red from 60. */
export function urgencyOf(since: string, now: Date): Urgency {
  const minutes = minutesSince(since, now);
  if (minutes >= OVERDUE_MIN) return "overdue";
  return minutes >= ATTENTION_MIN ? "attention" : "calm";
}
