import * as v from "valibot";
import { expect, test } from "vitest";
import { usualHours, WeekHours } from "./hours.ts";

const changed = (place: number, change: object) =>
  usualHours.map((day, index) => (index === place ? { ...day, ...change } : day));

test("a week is each day once, Monday first, with the names that are ours", () => {
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
  ["no such hour", "24:00", "08:00", false],
  ["no such minute", "08:60", "18:00", false],
  ["a digit too few", "8:00", "18:00", false],
  ["nothing", "", "", false],
])("hours may be or not: %s", (_name, startTime, endTime, may) => {
  expect(v.is(WeekHours, changed(2, { startTime, endTime }))).toBe(may);
});
