import { expect, test } from "vitest";
import { calendarDate, daysUntil } from "./calendar-date.ts";
import { overwriteGetLocale } from "./paraglide/runtime.js";

test("calendarDate: uses the order of the language", () => {
  overwriteGetLocale(() => "pt");
  expect(calendarDate("2026-12-18T12:00:00.000Z")).toBe("18/12/2026");
  overwriteGetLocale(() => "en");
  expect(calendarDate("2026-12-18T12:00:00.000Z")).toBe("12/18/2026");
  expect(calendarDate("soon")).toBe("soon");
});

test("daysUntil: counts whole days and is negative once past", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  expect(daysUntil("2026-11-25T12:00:00.000Z", now)).toBe(4);
  expect(daysUntil("2026-11-21T18:00:00.000Z", now)).toBe(0);
  expect(daysUntil("2026-11-21T11:00:00.000Z", now)).toBeLessThan(0);
});
