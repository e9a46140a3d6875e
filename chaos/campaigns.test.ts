import { expect, test } from "vitest";
import { runCampaign } from "./campaigns/run-campaign.ts";

/** `npm run chaos -- --campaigns` sends to 10,000 recipients. */
const RECIPIENTS = 300;

test("a campaign whose programs are killed sends each person one copy, and excluded ones none", async () => {
  const plan = { recipients: RECIPIENTS, seed: 3, pauseMs: 300, faultEveryMs: { least: 800, most: 2_500 } };
  const { states, violations } = await runCampaign(plan);
  expect(violations).toEqual([]);
  expect(states.delivered).toBeGreaterThan(RECIPIENTS / 2);
}, 600_000);
