import type { Context } from "../../ground/context.ts";
import { requireStep } from "./campaign-state.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";

/** Stops a running campaign: no further recipient is taken. Messages that are in the outbox are sent. */
export async function cancelCampaign(ctx: Context, id: string): Promise<CampaignRow> {
  requireStep(await lockCampaign(ctx, id), "cancel");
  return writeCampaign(ctx, id, { status: "cancelled", reason: null });
}
