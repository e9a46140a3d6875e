import { expect, test } from "vitest";
import { runReal } from "./real/run-real.ts";

/** The number of schedules in a test run; `npm run proof` runs 20, `npm run chaos -- --real` hundreds. */
const RUNS = Number(process.env.CHAOS_REAL_RUNS ?? 2);

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
