import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addRecurrence,
  daysBetween,
  dueColour,
  dueDayOf,
  endOfDay,
  localDay,
  monthsOf,
  recurrences,
} from "./companies.ts";

const FIRST = "2024-01-01";
const TEN_YEARS = 3_653;
const zones = [
  "America/Sao_Paulo",
  "America/Manaus",
  "America/Noronha",
  "Europe/Lisbon",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
  "Pacific/Niue",
  "UTC",
];
const day = fc.integer({ min: 0, max: TEN_YEARS }).map((days) => addDays(FIRST, days));
const recurrence = fc.constantFrom(...recurrences);
const zone = fc.constantFrom(...zones);
const runs = { numRuns: 2_000, seed: 16 };

/** An independent answer: the last day of a month by the calendar of Date. */
const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const parts = (text: string) => text.split("-").map(Number) as [number, number, number];

describe("addRecurrence", () => {
  test.each([
    ["2026-01-31", "MENSAL", 31, "2026-02-28"],
    ["2028-01-31", "MENSAL", 31, "2028-02-29"],
    ["2026-02-28", "MENSAL", 31, "2026-03-31"],
    ["2026-01-30", "MENSAL", 30, "2026-02-28"],
    ["2026-02-28", "MENSAL", 30, "2026-03-30"],
    ["2026-12-18", "MENSAL", 18, "2027-01-18"],
    ["2026-12-31", "BIMESTRAL", 31, "2027-02-28"],
    ["2026-11-30", "TRIMESTRAL", 31, "2027-02-28"],
    ["2026-08-31", "SEMESTRAL", 31, "2027-02-28"],
    ["2028-02-29", "ANUAL", 31, "2029-02-28"],
    ["2027-02-28", "ANUAL", 31, "2028-02-29"],
  ] as const)("%s and one %s, kept day %i: %s", (from, period, keeps, to) => {
    expect(addRecurrence(from, period, keeps)).toBe(to);
  });

  test("reaches the right month, on the kept day or the last one of a shorter month", () => {
    fc.assert(
      fc.property(day, recurrence, fc.integer({ min: 1, max: 31 }), (from, period, keeps) => {
        const [[year, month], [toYear, toMonth, toDate]] = [parts(from), parts(addRecurrence(from, period, keeps))];
        expect(toYear * 12 + toMonth).toBe(year * 12 + month + monthsOf[period]);
        expect(toDate).toBe(Math.min(keeps, lastOf(toYear, toMonth)));
      }),
      runs,
    );
  });

  test("repeated for ten years, it keeps the day and never skips or repeats a month", () => {
    fc.assert(
      fc.property(day, recurrence, (from, period) => {
        const keeps = dueDayOf(from);
        const [year, month] = parts(from);
        let at = from;
        for (let times = 1; times * monthsOf[period] <= 120; times += 1) {
          const next = addRecurrence(at, period, keeps);
          const days = daysBetween(at, next);
          expect(days).toBeGreaterThanOrEqual(28 * monthsOf[period]);
          expect(days).toBeLessThanOrEqual(31 * monthsOf[period]);
          const [toYear, toMonth, toDate] = parts(next);
          expect(toYear * 12 + toMonth).toBe(year * 12 + month + times * monthsOf[period]);
          expect(toDate).toBe(Math.min(keeps, lastOf(toYear, toMonth)));
          at = next;
        }
      }),
      { numRuns: 300, seed: 16 },
    );
  });

  test("twelve months are a year, whichever recurrence adds them", () => {
    fc.assert(
      fc.property(day, recurrence, (from, period) => {
        const keeps = dueDayOf(from);
        let at = from;
        for (let times = 0; times < 12 / monthsOf[period]; times += 1) at = addRecurrence(at, period, keeps);
        expect(at).toBe(addRecurrence(from, "ANUAL", keeps));
      }),
      runs,
    );
  });
});

test("dueDayOf keeps the end of a month, and every other day as it is", () => {
  for (let days = 0; days <= TEN_YEARS; days += 1) {
    const [year, month, date] = parts(addDays(FIRST, days));
    expect(dueDayOf(addDays(FIRST, days))).toBe(date === lastOf(year, month) ? 31 : date);
  }
});

test("endOfDay is the last millisecond of the local day, in every time zone, also where clocks change", () => {
  fc.assert(
    fc.property(day, zone, (local, timeZone) => {
      const end = endOfDay(local, timeZone);
      expect(localDay(end, timeZone)).toBe(local);
      expect(localDay(new Date(end.getTime() + 1), timeZone)).toBe(addDays(local, 1));
    }),
    runs,
  );
});

test("a due date moves by recurrences to the end of the right local day in every time zone", () => {
  fc.assert(
    fc.property(day, zone, recurrence, (local, timeZone, period) => {
      const due = endOfDay(local, timeZone);
      const next = addRecurrence(localDay(due, timeZone), period, dueDayOf(local));
      expect(localDay(endOfDay(next, timeZone), timeZone)).toBe(next);
      expect(daysBetween(local, next)).toBeGreaterThanOrEqual(28);
    }),
    runs,
  );
});

test("daysBetween counts days as adding them does, back and forth", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -TEN_YEARS, max: TEN_YEARS }), (from, days) => {
      const to = addDays(from, days);
      expect(daysBetween(from, to)).toBe(days);
      expect(daysBetween(to, from) + days).toBe(0);
    }),
    runs,
  );
});

test.each([
  [6, null],
  [5, "yellow"],
  [4, "orange"],
  [0, "orange"],
  [-3, "orange"],
  [-4, "red"],
  [-5, null],
])("the row of a company that is due in %i days is %s", (days, colour) => {
  expect(dueColour(days)).toBe(colour);
});
