import { expect, test } from "vitest";
import { daysShown } from "./calendar-days.ts";
import { firstKeptDay, isBeyond } from "./kept-days.ts";

const today = "2026-11-22";
const has = (isFull: boolean) => ({ isFull });

test("isBeyond: false for the present month, the next ones and thirty days back", () => {
  for (const day of [today, "2026-12-15", "2027-01-15"])
    expect(isBeyond(daysShown("month", day), today, has(false)), day).toBe(false);
  expect(firstKeptDay(today)).toBe("2026-10-23");
  expect(isBeyond(["2026-10-23"], today, has(false))).toBe(false);
});

test("isBeyond: true for older days, for far days, and when the device is full", () => {
  for (const day of ["2026-10-22", "2027-02-23"]) expect(isBeyond([day], today, has(false)), day).toBe(true);
  expect(isBeyond(daysShown("month", "2026-10-15"), today, has(false))).toBe(true);
  expect(isBeyond([today], today, has(true))).toBe(true);
});
