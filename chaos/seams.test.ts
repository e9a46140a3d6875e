import { expect, inject, test } from "vitest";
import { runSeams } from "./seams/run-seams.ts";

/** As many as the machine is to take on in a test run; thousands by command: `npm run chaos`. */
const RUNS = Number(process.env.CHAOS_RUNS ?? 300);

test(
  "whatever breaks between the parts, every message is on the other side once, in order, and nothing waits",
  async () => {
    const seeds = Array.from({ length: RUNS }, (_, place) => place + 1);
    const outcomes = await runSeams({ seeds, adminUrl: inject("databaseUrl"), lanes: 3 });
    const failed = outcomes.filter(({ violations }) => violations.length > 0);
    expect(failed.map(({ seed, violations }) => `seed ${seed}:\n  ${violations.join("\n  ")}`)).toEqual([]);
    expect(outcomes).toHaveLength(RUNS);
  },
  RUNS * 30_000,
);
