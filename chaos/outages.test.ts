import { expect, inject, test } from "vitest";
import { runOutages } from "./outages/run-outages.ts";

/** As many as a test run is to take on; 200 by command: `npm run chaos -- --drops 200`. */
const DROPS = Number(process.env.CHAOS_DROPS ?? 12);

test(
  `after ${DROPS} random drops the log of outages is true, and what was sent is stored once and in order`,
  async () => {
    const { violations, messages, recovered } = await runOutages({
      ...{ drops: DROPS, seed: 7 },
      adminUrl: inject("ownerUrl"),
    });
    expect(violations).toEqual([]);
    expect(messages).toBeGreaterThan(DROPS);
    expect(recovered).toBeGreaterThan(0);
  },
  60_000 + DROPS * 10_000,
);
