import { expect, test } from "vitest";
import { openMemoryProvider } from "./testing/memory-provider.ts";
import { storm } from "./testing/payment-storm.ts";

test.each([16, 49, 2026, 271_828])(
  "seed %i: 250 random deliveries pay each invoice at most once and lose no payment",
  async (seed) => {
    const figures = await storm(openMemoryProvider(), seed, 250);
    for (const [what, count] of Object.entries(figures)) expect(count, what).toBeGreaterThan(0);
  },
  120_000,
);
