import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { isAllDay, isOpenAt, runsPastMidnight, usualHours, WeekHours, weekdays } from "./hours.ts";

const changed = (place: number, change: object) =>
  usualHours.map((day, index) => (index === place ? { ...day, ...change } : day));

test("WeekHours accepts each day once in any order and sorts from Monday", () => {
  const shuffled = usualHours.toReversed().map((day) => ({ ...day, weekday: "<b>Dia</b>" }));
  expect(v.parse(WeekHours, shuffled)).toEqual(usualHours);
  for (const wrong of [usualHours.slice(1), changed(0, { weekdayEn: "sunday" }), changed(0, { weekdayEn: "someday" })])
    expect(v.is(WeekHours, wrong)).toBe(false);
});

test.each([
  ["all day closed", "00:00", "00:00", true],
  ["past midnight", "22:00", "02:00", true],
  ["to the last minute", "00:00", "23:59", true],
  ["neither open nor closed", "08:00", "08:00", false],
  ["to the end of the day", "00:00", "24:00", true],
  ["to the end of the day, from noon", "12:00", "24:00", true],
  ["no such hour", "24:00", "08:00", false],
  ["from the end of the day to itself", "24:00", "24:00", false],
  ["after the end of the day", "08:00", "24:01", false],
  ["no such minute", "08:60", "18:00", false],
  ["a digit too few", "8:00", "18:00", false],
  ["nothing", "", "", false],
])("WeekHours validates: %s", (_name, startTime, endTime, may) => {
  expect(v.is(WeekHours, changed(2, { startTime, endTime }))).toBe(may);
});

const week = (hours: Record<string, [string, string]>) =>
  weekdays.map(([weekdayEn, weekday]) => {
    const [startTime, endTime] = hours[weekdayEn] ?? ["00:00", "00:00"];
    return { weekday, weekdayEn, startTime, endTime };
  });

test.each([
  ["at the first minute", 0, "08:00", true],
  ["before it", 0, "07:59", false],
  ["at the last minute", 0, "17:59", true],
  ["at the end", 0, "18:00", false],
  ["on a day that is closed", 2, "12:00", false],
  ["before midnight of a night", 4, "23:59", true],
  ["after midnight of that night", 5, "01:59", true],
  ["when the night is over", 5, "02:00", false],
  ["after midnight of the last day of the week, on Monday", 0, "00:30", true],
])("isOpenAt: %s", (_name, day, time, isOpen) => {
  const hours = week({ monday: ["08:00", "18:00"], friday: ["22:00", "02:00"], sunday: ["20:00", "01:00"] });
  expect(isOpenAt(hours, day, time)).toBe(isOpen);
});

test.each(["23:59", "24:00"])("hours from 00:00 to %s are open at each minute of their day and at no other", (end) => {
  const hours = week({ tuesday: ["00:00", end] });
  expect([isOpenAt(hours, 1, "00:00"), isOpenAt(hours, 1, "23:58"), isOpenAt(hours, 1, "23:59")]).toEqual(
    Array(3).fill(true),
  );
  expect([isOpenAt(hours, 0, "23:59"), isOpenAt(hours, 2, "00:00")]).toEqual([false, false]);
});

test.each([
  ["00:00", "00:00", false, false],
  ["00:00", "23:59", true, false],
  ["00:00", "24:00", true, false],
  ["08:00", "23:59", false, false],
  ["08:00", "24:00", false, false],
  ["08:00", "00:00", false, false],
  ["22:00", "02:00", false, true],
])("%s to %s: all day %s, past midnight %s", (startTime, endTime, allDay, pastMidnight) => {
  expect([isAllDay({ startTime, endTime }), runsPastMidnight({ startTime, endTime })]).toEqual([allDay, pastMidnight]);
});

test("hours that end at 23:59, 24:00 and 00:00 are open at the same minutes", () => {
  const open = (end: string) =>
    ["17:59", "18:00", "23:58", "23:59"].map((time) => isOpenAt(week({ friday: ["18:00", end] }), 4, time));
  for (const end of ["23:59", "24:00", "00:00"]) expect(open(end)).toEqual([false, true, true, true]);
  for (const end of ["23:59", "24:00", "00:00"])
    expect(isOpenAt(week({ friday: ["18:00", end] }), 5, "00:00")).toBe(false);
});

test("without hours it is always open; with all days closed, never", () => {
  expect(isOpenAt([], 6, "03:00")).toBe(true);
  expect(isOpenAt(week({}), 1, "12:00")).toBe(false);
});

test("isOpenAt agrees with a minute-by-minute count, also across midnight", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const clock = (at: number) => new Date(at * 60_000).toISOString().slice(11, 16);
  fc.assert(
    fc.property(minute, minute, fc.integer({ min: 0, max: 6 }), (start, end, day) => {
      fc.pre(start !== end);
      const hours = week({ [weekdays[day]?.[0] ?? ""]: [clock(start), clock(end)] });
      let open = 0;
      for (let at = 0; at < 7 * 1440; at += 1) if (isOpenAt(hours, Math.floor(at / 1440), clock(at % 1440))) open += 1;
      return open === ((end === 1439 ? 1440 : end) - start + 1440) % 1440;
    }),
    { numRuns: 20, seed: 6 },
  );
});
