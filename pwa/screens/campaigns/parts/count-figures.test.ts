import { expect, test } from "vitest";
import { givenCounts } from "../testing/given-campaign.ts";
import { deliveredPercent } from "./count-figures.ts";

test("figures: 100 % only when all have the message", () => {
  expect(deliveredPercent(givenCounts({ valid: 1000, delivered: 999 }))).toBe(99);
  expect(deliveredPercent(givenCounts({ valid: 0, delivered: 0 }))).toBe(0);
});
