import { expect, test } from "vitest";
import { type DayHours, usualHours } from "../../../contracts/hours.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { copiedTo, dayProblem, openParts, typedTime, workdays } from "./week.ts";

const day = (startTime: string, endTime: string): DayHours => ({
  weekday: "Segunda-feira",
  weekdayEn: "monday",
  startTime,
  endTime,
});

test("copiedTo: Monday's hours are copied to the working days and to no other", () => {
  const week = usualHours.map((one, place) => (place === 0 ? { ...one, startTime: "09:30", endTime: "17:00" } : one));
  const copied = copiedTo(week, "monday", workdays);
  expect(copied.map(({ startTime }) => startTime)).toEqual([...Array(5).fill("09:30"), "08:00", "00:00"]);
});

test.each([
  ["08:00", "18:00", null],
  ["00:00", "00:00", null],
  ["22:00", "02:00", null],
  ["00:00", "24:00", null],
  ["24:00", "02:00", "Informe a hora como 08:30."],
  ["08:00", "08:00", m.hours_no_time()],
  ["", "18:00", "Informe a hora como 08:30."],
])("dayProblem: %s to %s", (startTime, endTime, problem) => {
  expect(dayProblem(day(startTime, endTime))).toBe(problem);
});

test.each([
  ["8", "08:00"],
  ["830", "08:30"],
  ["8:30", "08:30"],
  ["8h30", "08:30"],
  ["1830", "18:30"],
  ["18:30", "18:30"],
  ["24", "24:00"],
  ["2400", "24:00"],
  ["24h30", "24h30"],
  ["25", "25"],
  ["8:75", "8:75"],
  ["logo", "logo"],
  ["", ""],
])("typedTime: %j becomes %j", (typed, time) => {
  expect(typedTime(typed)).toBe(time);
});

test("openParts: hours past midnight are two parts of the day, a closed day has none", () => {
  expect(openParts(day("06:00", "18:00"))).toEqual([{ from: 0.25, to: 0.75 }]);
  expect(openParts(day("18:00", "06:00"))).toEqual([
    { from: 0, to: 0.25 },
    { from: 0.75, to: 1 },
  ]);
  expect(openParts(day("18:00", "00:00"))).toEqual([{ from: 0.75, to: 1 }]);
  for (const end of ["23:59", "24:00"]) expect(openParts(day("12:00", end))).toEqual([{ from: 0.5, to: 1 }]);
  expect(openParts(day("00:00", "00:00"))).toEqual([]);
});
