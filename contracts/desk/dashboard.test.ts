import * as v from "valibot";
import { expect, test } from "vitest";
import { DashboardPeriod, dashboardDays } from "./dashboard.ts";

const isPeriod = (period: object) => v.is(DashboardPeriod, period);

test("a dashboard period may have days, one date, two dates or nothing", () => {
  for (const period of [{}, { from: "2026-07-01" }, { to: "2026-07-01" }, ...dashboardDays.map((days) => ({ days }))])
    expect([period, isPeriod(period)]).toEqual([period, true]);
});

test("a dashboard period may be one day, and cannot end before it begins", () => {
  expect(isPeriod({ from: "2026-07-01", to: "2026-07-01" })).toBe(true);
  expect(isPeriod({ from: "2026-06-30", to: "2026-07-01" })).toBe(true);
  expect(isPeriod({ from: "2026-07-02", to: "2026-07-01" })).toBe(false);
});

test.each([{ days: 0 }, { days: 3_661 }, { days: 1.5 }, { days: "7" }, { from: "2026-02-30" }, { to: "01/07/2026" }])(
  "a dashboard period is refused: %j",
  (period) => {
    expect(isPeriod(period)).toBe(false);
  },
);
