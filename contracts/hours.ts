import * as v from "valibot";

/** The days of a week in order, each with its name in the interface. */
export const weekdays = [
  ["monday", "Segunda-feira"],
  ["tuesday", "Terça-feira"],
  ["wednesday", "Quarta-feira"],
  ["thursday", "Quinta-feira"],
  ["friday", "Sexta-feira"],
  ["saturday", "Sábado"],
  ["sunday", "Domingo"],
] as const;
export type Weekday = (typeof weekdays)[number][0];
const weekdayNames = weekdays.map(([weekday]) => weekday);

/**
 * "00:00"–"00:00" means closed all day; an end before the start runs past midnight. An end of "24:00" or "23:59" is
 * the end of the day: "00:00"–"23:59" is open all day.
 */
export type DayHours = { weekday: string; weekdayEn: Weekday; startTime: string; endTime: string };

/** A time at which something begins, "00:00" to "23:59". */
export const StartTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time"));
/** A time at which something ends, "00:00" to "24:00". */
export const EndTime = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "time"));

const DayInput = v.pipe(
  v.object({ weekdayEn: v.picklist(weekdayNames), startTime: StartTime, endTime: EndTime }),
  v.forward(
    v.check(({ startTime, endTime }) => startTime !== endTime || isClosed({ startTime, endTime }), "empty"),
    ["endTime"],
  ),
);

/** Each day of the week once, in any order; sorted from Monday. */
export const WeekHours = v.pipe(
  v.array(DayInput),
  v.length(weekdays.length),
  v.check((days) => new Set(days.map((day) => day.weekdayEn)).size === weekdays.length, "days"),
  v.transform((days): DayHours[] =>
    weekdays.flatMap(([weekdayEn, weekday]) => {
      const day = days.find((one) => one.weekdayEn === weekdayEn);
      return day ? [{ weekday, weekdayEn, startTime: day.startTime, endTime: day.endTime }] : [];
    }),
  ),
);

export function isClosed({ startTime, endTime }: Pick<DayHours, "startTime" | "endTime">): boolean {
  return startTime === "00:00" && endTime === "00:00";
}

/** Returns whether the hours go on after midnight; hours that end at midnight do not. */
export const runsPastMidnight = ({ startTime, endTime }: Pick<DayHours, "startTime" | "endTime">): boolean =>
  endTime !== "00:00" && endTime < startTime;

/** Returns the end "HH:mm" of a period: "23:59" means the end of the day, "24:00", so that no minute is left out. */
export const endOf = (endTime: string): string => (endTime === "23:59" ? "24:00" : endTime);

export const isAllDay = ({ startTime, endTime }: Pick<DayHours, "startTime" | "endTime">): boolean =>
  startTime === "00:00" && endOf(endTime) === "24:00";

/** The default hours of companies and queues: 08:00–18:00, Saturday 08:00–12:00, Sunday closed. */
export const usualHours: readonly DayHours[] = weekdays.map(([weekdayEn, weekday]) => {
  if (weekdayEn === "sunday") return { weekday, weekdayEn, startTime: "00:00", endTime: "00:00" };
  return { weekday, weekdayEn, startTime: "08:00", endTime: weekdayEn === "saturday" ? "12:00" : "18:00" };
});

const MINUTES_A_DAY = 24 * 60;
/** Returns the minute of the day of a time "HH:mm". */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * Returns whether a day (Monday is 0) and time "HH:mm" are within the hours; the end is exclusive. Hours past
 * midnight belong to the day on which they begin. Without hours it is always open.
 */
export function isOpenAt(week: readonly DayHours[], day: number, time: string): boolean {
  if (week.length === 0) return true;
  const now = minuteOf(time);
  const isWithin = (daysAgo: number) => {
    const name = weekdayNames[(day - daysAgo + weekdays.length) % weekdays.length];
    const hours = week.find((one) => one.weekdayEn === name);
    if (!hours || isClosed(hours)) return false;
    const [start, end] = [minuteOf(hours.startTime), minuteOf(endOf(hours.endTime))];
    const minute = now + daysAgo * MINUTES_A_DAY;
    return minute >= start && minute < (end <= start ? end + MINUTES_A_DAY : end);
  };
  return isWithin(0) || isWithin(1);
}
