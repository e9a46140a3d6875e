import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { addDays, dayText } from "../calendar-days.ts";

/** Formats a minute of the company's local time for a sentence: "hoje, 15:00", "amanhã, 08:00", "24/11, 10:00". */
export function localMoment(minute: string, today: string): string {
  const [day, time] = [minute.slice(0, 10), minute.slice(11)];
  if (day === today) return m.time_today({ time });
  if (day === addDays(today, -1)) return m.time_yesterday({ time });
  if (day === addDays(today, 1)) return m.schedules_tomorrow({ time });
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  return `${dayText(day, languageTag(), { day: "2-digit", month: "2-digit", ...year })}, ${time}`;
}
