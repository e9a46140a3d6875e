import { expect, test } from "vitest";
import { calendarDate } from "./calendar-date.ts";
import { overwriteGetLocale } from "./paraglide/runtime.js";

test("calendarDate: uses the order of the language", () => {
  overwriteGetLocale(() => "pt");
  expect(calendarDate("2026-12-18T12:00:00.000Z")).toBe("18/12/2026");
  overwriteGetLocale(() => "en");
  expect(calendarDate("2026-12-18T12:00:00.000Z")).toBe("12/18/2026");
  expect(calendarDate("soon")).toBe("soon");
});
