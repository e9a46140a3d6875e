import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { CampaignInput } from "../../sync/contracts/campaigns.ts";
import type { Context } from "../context.ts";
import { setConnections } from "./campaign-connections.ts";
import { settingsOf } from "./campaign-settings.ts";
import { requireParts, requireSendable } from "./check-campaign.ts";
import { type CampaignRow, requireCampaigns } from "./require-campaign.ts";
import { refuseTooLate, scheduledAtOf } from "./scheduled-at.ts";

/** Creates a campaign. With a start time it is scheduled; otherwise it may lack everything but its name. */
export async function createCampaign(ctx: Context, input: CampaignInput): Promise<CampaignRow> {
  await requireCampaigns(ctx);
  await requireParts(ctx, input);
  const { connectionIds, scheduledAt: wanted, ...fields } = input;
  const scheduledAt = await scheduledAtOf(ctx, wanted);
  if (scheduledAt) {
    refuseTooLate(ctx, scheduledAt);
    requireSendable(fields, connectionIds, (await settingsOf(ctx)).variables);
  }
  const { companyId, now } = ctx;
  const status = scheduledAt ? "scheduled" : "inactive";
  const [made] = await ctx.db
    .insert(schema.campaigns)
    .values({ ...fields, companyId, id: uuidv7(), status, scheduledAt, createdAt: now, updatedAt: now })
    .returning();
  if (!made) throw new Error("an insert answered no row");
  await setConnections(ctx, made.id, connectionIds);
  return made;
}
