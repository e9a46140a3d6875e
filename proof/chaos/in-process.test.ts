import { expect, inject, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { runInProcess } from "./in-process/run-in-process.ts";
import type { RepertoireName } from "./kinds.ts";

/** The number of schedules; `npm run chaos` runs thousands. */
const RUNS = sizeOf("CHAOS_RUNS");
const shares: [RepertoireName, number][] = [
  ["few", 0.4],
  ["all", 0.3],
  ["facebook", 0.15],
  ["instagram", 0.15],
];

test.each(shares)(
  "faults between the parts: every message arrives once and in order, with nothing pending (%s)",
  async (kinds, share) => {
    const seeds = Array.from({ length: Math.ceil(RUNS * share) }, (_, place) => place + 1);
    const outcomes = await runInProcess({ seeds, adminUrl: inject("ownerUrl"), parallel: 3, kinds });
    const failed = outcomes.filter(({ violations }) => violations.length > 0);
    expect(failed.map(({ seed, violations }) => `seed ${seed}:\n  ${violations.join("\n  ")}`)).toEqual([]);
    expect(outcomes).toHaveLength(seeds.length);
  },
  120_000 + RUNS * 30_000,
);
