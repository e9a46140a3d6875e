import { expect, inject, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { runOutages } from "./outages/run-outages.ts";

/** The number of drops in a test run; `npm run chaos -- --drops 200` runs 200. */
const DROPS = sizeOf("CHAOS_DROPS");

test(
  `after ${DROPS} random drops the stored outages match the drops, and each message is stored once and in order`,
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
