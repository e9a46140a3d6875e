import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test("backoffMs returns growing, random pauses up to the maximum", () => {
  const pauses = (attempt: number) =>
    Array.from({ length: 200 }, () => backoffMs(attempt, { least: 1_000, most: 60_000 }));
  expect(Math.max(...pauses(0))).toBeLessThanOrEqual(1_000);
  expect(Math.max(...pauses(3))).toBeGreaterThan(1_000);
  expect(Math.max(...pauses(50))).toBeLessThanOrEqual(60_000);
  expect(new Set(pauses(5)).size).toBeGreaterThan(100);
});
