import { expect, test } from "vitest";
import { runReal } from "./real/run-real.ts";

/** As many as the machine is to take on in a test run; 20 by `npm run proof`, hundreds by `npm run chaos -- --real`. */
const RUNS = Number(process.env.CHAOS_REAL_RUNS ?? 4);

test(
  "killed processes start again, and every message is on the other side once, in order, and nothing waits",
  async () => {
    const outcomes = await runReal({
      seeds: Array.from({ length: RUNS }, (_, place) => place + 1),
      desks: 2,
      kinds: "all",
    });
    const failed = outcomes.filter(({ violations }) => violations.length > 0);
    expect(failed.map(({ seed, violations }) => `seed ${seed}:\n  ${violations.join("\n  ")}`)).toEqual([]);
    expect(outcomes).toHaveLength(RUNS);
  },
  RUNS * 120_000,
);
