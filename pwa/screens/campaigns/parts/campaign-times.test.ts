import { expect, test } from "vitest";
import { clockAt, endAt, lengthOf, momentAt, percentOf } from "./campaign-times.ts";

test.each([
  [400, "1 s"],
  [45_000, "45 s"],
  [20 * 60_000, "20 min"],
  [80 * 60_000, "1 h 20 min"],
  [120 * 60_000, "2 h"],
  [51 * 3_600_000, "2 d 3 h"],
])("length: %i ms is %s", (ms, text) => {
  expect(lengthOf(ms)).toBe(text);
});

test("moments: in the company's time zone, today without the day", () => {
  const now = new Date("2026-11-25T23:30:00Z");
  expect(clockAt("2026-11-25T13:00:00Z", "America/Sao_Paulo")).toBe("10:00");
  expect(momentAt("2026-11-26T02:00:00Z", "America/Sao_Paulo", now)).toBe("hoje, às 23:00");
  expect(momentAt("2026-11-26T13:00:00Z", "America/Sao_Paulo", now)).toBe("em qui., 26/11, às 10:00");
  expect(endAt("2026-11-26T13:00:00Z", "America/Sao_Paulo", now)).toBe("qui., 26/11, 10:00");
});

test("percentages: none of nothing", () => {
  expect(percentOf(1, 0)).toBe(0);
  expect(percentOf(2, 3)).toBe(67);
});
