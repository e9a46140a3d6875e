import { DomainError } from "../../../contracts/domain-error.ts";
import type { CampaignInput } from "../../../contracts/marketing/campaigns.ts";
import type { Context } from "../../ground/context.ts";
import { connectionsOf } from "./campaign-connections.ts";
import { settingsOf } from "./campaign-settings.ts";
import { requireStep } from "./campaign-state.ts";
import { requireSendable } from "./check-campaign.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";
import { refusePast } from "./scheduled-at.ts";

/** Confirms the planned start of an inactive campaign, or the start of one that was scheduled by HTTP. */
export async function scheduleCampaign(
  ctx: Context,
  id: string,
  { sentAt }: Pick<CampaignInput, "sentAt">,
): Promise<CampaignRow> {
  const campaign = await lockCampaign(ctx, id);
  requireStep(campaign, "schedule");
  const { scheduledAt } = campaign;
  if (!scheduledAt) throw new DomainError("ERR_CAMPAIGN_INCOMPLETE", { fields: ["scheduledAt"] });
  refusePast(ctx, scheduledAt, sentAt);
  const connectionIds = (await connectionsOf(ctx, [id])).map((connection) => connection.id);
  requireSendable(campaign, connectionIds, (await settingsOf(ctx)).variables);
  return writeCampaign(ctx, id, { status: "scheduled", needsReview: false, reason: null });
}
