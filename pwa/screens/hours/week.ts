import * as v from "valibot";
import { type DayHours, EndTime, endOf, isClosed, StartTime, type Weekday } from "../../../contracts/hours.ts";
import { m } from "../../i18n/paraglide/messages.js";

export const weekdayNames: Record<Weekday, () => string> = {
  monday: m.hours_monday,
  tuesday: m.hours_tuesday,
  wednesday: m.hours_wednesday,
  thursday: m.hours_thursday,
  friday: m.hours_friday,
  saturday: m.hours_saturday,
  sunday: m.hours_sunday,
};

/** Returns "8", "830", "8:30" and "24" as times; any other text unchanged. */
export function typedTime(text: string): string {
  const [, hours = "", minutes = "00"] = text.trim().match(/^(\d{1,2})[:hH.]?(\d{2})?$/) ?? [];
  const time = `${hours.padStart(2, "0")}:${minutes}`;
  return hours && v.is(EndTime, time) ? time : text;
}

/** Returns what is wrong with a day's hours as a sentence; null: nothing. */
export function dayProblem({ startTime, endTime }: DayHours): string | null {
  if (!v.is(StartTime, startTime) || !v.is(EndTime, endTime)) return m.hours_wrong_time();
  return startTime === endTime && !isClosed({ startTime, endTime }) ? m.hours_no_time() : null;
}

/** Copies a day's hours to the given days. */
export function copiedTo(week: readonly DayHours[], from: Weekday, to: readonly Weekday[]): DayHours[] {
  const source = week.find((day) => day.weekdayEn === from);
  if (!source) return [...week];
  const { startTime, endTime } = source;
  return week.map((day) => (to.includes(day.weekdayEn) ? { ...day, startTime, endTime } : day));
}

export const workdays: readonly Weekday[] = ["monday", "tuesday", "wednesday", "thursday", "friday"];

/** Returns the open parts of the day as fractions of it; two when the hours pass midnight. */
export function openParts(day: DayHours): { from: number; to: number }[] {
  if (dayProblem(day) || isClosed(day)) return [];
  const [from, to] = [shareOf(day.startTime), shareOf(endOf(day.endTime))];
  if (to > from) return [{ from, to }];
  return to === 0
    ? [{ from, to: 1 }]
    : [
        { from: 0, to },
        { from, to: 1 },
      ];
}

function shareOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) / 1_440;
}
