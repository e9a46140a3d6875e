import { m } from "../../../i18n/paraglide/messages.js";

/** Formats the time since an instant in its largest whole unit: minutes, hours or days. */
export function waitedText(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000);
  if (minutes < 1) return m.list_now();
  if (minutes < 60) return m.list_minutes({ count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? m.list_hours({ count: hours }) : m.list_days({ count: Math.floor(hours / 24) });
}
