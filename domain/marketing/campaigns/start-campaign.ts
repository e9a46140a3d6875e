import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { requireStep } from "./campaign-state.ts";
import { begin } from "./recipients/freeze-campaign.ts";
import { type CampaignRow, lockCampaign } from "./require-campaign.ts";

/**
 * Whether the caller says that the messages shall leave now. A campaign's first messages leave only with it: the screens
 * send it from the dry run.
 */
export type Confirmation = { isConfirmed: boolean };

/** Starts an inactive campaign now. Its audience, texts and settings are copied and stay as they are. */
export async function startCampaign(ctx: Context, id: string, confirmation: Confirmation): Promise<CampaignRow> {
  const campaign = await lockCampaign(ctx, id);
  requireStep(campaign, "start");
  requireConfirmed(campaign, confirmation);
  return begin(ctx, campaign);
}

/** Refuses the first start of a campaign that nobody has confirmed. */
export function requireConfirmed({ startedAt }: CampaignRow, { isConfirmed }: Confirmation): void {
  if (startedAt === null && !isConfirmed) throw new DomainError("ERR_CAMPAIGN_NOT_CONFIRMED", { field: "confirm" });
}
