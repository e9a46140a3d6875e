import { expect, test } from "vitest";
import { firstHour, hiddenHours } from "./hours-in-sight.ts";

test("firstHour: returns seven, or the hour of the first event if it would not be visible", () => {
  expect(firstHour([])).toBe(7);
  expect(firstHour([9, 23])).toBe(7);
  expect(firstHour([3, 9])).toBe(3);
  expect(firstHour([23])).toBe(23);
});

test("hiddenHours: counts events above and below the visible hours and returns the nearest hour of each side", () => {
  expect(hiddenHours([3, 5, 9, 20, 23, 23], { from: 7, to: 17 })).toEqual({
    before: 2,
    after: 3,
    lastBefore: 5,
    firstAfter: 20,
  });
  expect(hiddenHours([9], { from: 7, to: 17 })).toEqual({ before: 0, after: 0, lastBefore: null, firstAfter: null });
});
