import { expect, test } from "vitest";
import { isFresh } from "./index.ts";

const now = new Date("2026-03-08T12:00:00Z");

test.each([
  ["a moment ago", -1, true],
  ["just under five minutes ago", -299_999, true],
  ["five minutes ago", -300_000, false],
  ["in the future, by a clock that is ahead", 60_000, true],
])("whether an event is recent: %s", (_when, ms, expected) => {
  expect(isFresh({ now }, new Date(now.getTime() + ms))).toBe(expected);
});
