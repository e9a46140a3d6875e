import { localMinute } from "../../contracts/local-clock.ts";
import { instantOf, isLocal } from "../../contracts/local-time.ts";
import { serverDate } from "../../sync/client/server-clock.ts";
import { calendarDay } from "./calendar-date.ts";
import { m } from "./paraglide/messages.js";
import { zoneName } from "./zone-name.ts";

// Planned times are in the company's time zone (docs/decisions/0110). A person whose clock shows another time at that
// instant reads the zone's name beside the hour.

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether the device's clock shows another time than one in the time zone at this instant. */
export const differsHere = (timeZone: string, instant: Date): boolean =>
  localMinute(instant, timeZone) !== localMinute(instant, deviceZone());

/** Returns the text of a planned time with the zone's name behind it, where the device's clock shows another time. */
export const withZone = (text: string, timeZone: string, instant: Date | string): string =>
  differsHere(timeZone, new Date(instant)) ? `${text} (${zoneName(timeZone)})` : text;

/** Returns a line that names the zone of a screen's times; null: the device's clock shows the same ones. */
export function zoneLine(timeZone: string, instants: readonly Date[] = [serverDate()]): string | null {
  const differs = instants.some((instant) => differsHere(timeZone, instant));
  return differs ? m.zone_line({ zone: zoneName(timeZone) }) : null;
}

/**
 * Returns what stands below a field that takes a minute "YYYY-MM-DDTHH:mm" in the time zone: the zone's name and what
 * the device's clock shows then; undefined: it shows the same.
 */
export function zoneHint(timeZone: string, minute: string): string | undefined {
  if (!isLocal(minute)) return zoneLine(timeZone) ? m.zone_of({ zone: zoneName(timeZone) }) : undefined;
  const instant = instantOf(minute, timeZone);
  if (!differsHere(timeZone, instant)) return undefined;
  const [day = "", time = ""] = localMinute(instant, deviceZone()).split("T");
  const when = day === minute.slice(0, 10) ? time : `${calendarDay(day)} ${time}`;
  return m.zone_here({ zone: zoneName(timeZone), when });
}
