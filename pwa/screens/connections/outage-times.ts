import { serverNow } from "../../../sync/client/server-clock.ts";
import { m } from "../../i18n/paraglide/messages.js";

const MINUTE_MS = 60_000;

/**
 * Returns the duration in its largest unit and the next smaller one, unless that is zero; `until` null: the outage
 * continues.
 */
export function outageLength(since: string, until: string | null, now = serverNow()): string {
  const minutes = Math.max(0, Math.round(((until ? Date.parse(until) : now) - Date.parse(since)) / MINUTE_MS));
  if (minutes < 1) return m.connections_outage_moment();
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
  return `${rest} min`;
}
