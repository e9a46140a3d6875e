import { expect, test } from "vitest";
import { outageLength } from "./outage-times.ts";

const since = "2026-07-01T12:00:00.000Z";
const after = (minutes: number) => new Date(Date.parse(since) + minutes * 60_000).toISOString();

test.each([
  [0.2, "um instante"],
  [5, "5 min"],
  [60, "1 h"],
  [135, "2 h 15 min"],
  [1_440, "1 d"],
  [1_620, "1 d 3 h"],
])("outageLength: %d minutes", (minutes, words) => {
  expect(outageLength(since, after(minutes))).toBe(words);
});

test("outageLength: an outage that continues lasts until now", () => {
  expect(outageLength(since, null, Date.parse(after(90)))).toBe("1 h 30 min");
});
