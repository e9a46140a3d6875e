import { expect, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { runCampaign } from "./campaigns/run-campaign.ts";

/** With fewer, not every fault happens. `npm run proof` sends to 2,000, `npm run chaos -- --campaigns` to 10,000. */
const RECIPIENTS = sizeOf("CHAOS_RECIPIENTS");

test("a campaign whose programs are killed sends each person one copy, and excluded ones none", async () => {
  const plan = { recipients: RECIPIENTS, seed: 3, pauseMs: 300, faultEveryMs: { least: 800, most: 2_500 } };
  const { states, violations } = await runCampaign(plan);
  expect(violations).toEqual([]);
  expect(states.delivered).toBeGreaterThan(RECIPIENTS / 2);
}, 600_000);
