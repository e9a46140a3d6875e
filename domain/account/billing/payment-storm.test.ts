import { expect, test } from "vitest";
import { openMemoryProvider } from "./testing/memory-provider.ts";
import { expectEachCase, type StormFigures, storm } from "./testing/payment-storm.ts";

const seeds = [16, 49, 2026, 271_828];
const all: StormFigures[] = [];

test.each(seeds)(
  "seed %i: 250 random deliveries pay each invoice at most once and lose no payment",
  async (seed) => {
    all.push(await storm(openMemoryProvider(), seed, 250));
  },
  120_000,
);

test("each case occurred", () => {
  expect(all).toHaveLength(seeds.length);
  expectEachCase(all);
});
