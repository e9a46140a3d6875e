import { expect, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { runReal } from "./real/run-real.ts";

/** The number of schedules; `npm run chaos -- --real` runs hundreds. */
const RUNS = sizeOf("CHAOS_REAL_RUNS");

test(
  "killed processes restart, and every message arrives once and in order, with nothing pending",
  async () => {
    const outcomes = await runReal({
      seeds: Array.from({ length: RUNS }, (_, index) => index + 1),
      desks: 2,
      kinds: "all",
    });
    const failed = outcomes.filter(({ violations }) => violations.length > 0);
    expect(failed.map(({ seed, violations }) => `seed ${seed}:\n  ${violations.join("\n  ")}`)).toEqual([]);
    expect(outcomes).toHaveLength(RUNS);
  },
  RUNS * 120_000,
);
