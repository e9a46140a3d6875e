import { expect, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { citusKitProblem } from "../../db/citus/kit.ts";
import { runCitus, runMoves } from "./citus/run-citus.ts";

/** The number of schedules; 0 where no cluster is wanted. `npm run proof -- citus` runs 20. */
const RUNS = citusKitProblem() ? 0 : sizeOf("CHAOS_CITUS_RUNS");

test.skipIf(RUNS === 0)(
  "a killed worker stops only its companies, and every message of all arrives once and in order",
  async () => {
    const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);
    const { outcomes, outages, conversations, problems } = await runCitus({ seeds });
    const failed = outcomes.filter(({ violations }) => violations.length > 0);
    expect(failed.map(({ seed, violations }) => `seed ${seed}:\n  ${violations.join("\n  ")}`)).toEqual([]);
    expect(problems).toEqual([]);
    expect(outcomes).toHaveLength(RUNS);
    expect(outages).toBeGreaterThanOrEqual(RUNS);
    expect(conversations).toBeGreaterThan(0);
  },
  (RUNS + 1) * 180_000,
);

test.skipIf(RUNS === 0)(
  "a company that is moved to another worker while it works loses and doubles no message",
  async () => {
    const seeds = Array.from({ length: Math.ceil(RUNS / 4) }, (_, index) => index + 1);
    const { outcomes, moves, problems, spread } = await runMoves({ seeds });
    const failed = outcomes.filter(({ violations }) => violations.length > 0);
    expect(failed.map(({ seed, violations }) => `seed ${seed}:\n  ${violations.join("\n  ")}`)).toEqual([]);
    expect(problems).toEqual([]);
    expect(moves).toBeGreaterThanOrEqual(seeds.length);
    expect(spread.workers, "both workers have companies").toHaveLength(2);
    expect(spread.shards.length, "50 companies are in many of the 64 shards").toBeGreaterThan(20);
  },
  (RUNS + 1) * 180_000,
);
