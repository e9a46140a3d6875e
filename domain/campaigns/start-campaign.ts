import type { Context } from "../context.ts";
import { requireStep } from "./campaign-state.ts";
import { begin } from "./freeze-campaign.ts";
import { type CampaignRow, lockCampaign } from "./require-campaign.ts";

/** Starts an inactive campaign now. Its audience, texts and settings are copied and stay as they are. */
export async function startCampaign(ctx: Context, id: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(ctx, id);
  requireStep(campaign, "start");
  return begin(ctx, campaign);
}
