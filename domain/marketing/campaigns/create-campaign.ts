import { uuidv7 } from "uuidv7";
import type { CampaignInput } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { setConnections } from "./campaign-connections.ts";
import { settingsOf } from "./campaign-settings.ts";
import { requireParts, requireSendable } from "./check-campaign.ts";
import { noticeScheduled } from "./notice-scheduled.ts";
import { type CampaignRow, requireCampaigns } from "./require-campaign.ts";
import { refusePast, scheduledAtOf } from "./scheduled-at.ts";

/**
 * Creates a campaign. With a start time it is scheduled, and the admins get a notice, or the time is a plan that awaits
 * its confirmation. Without one it may lack everything but its name.
 */
export async function createCampaign(ctx: Context, input: CampaignInput): Promise<CampaignRow> {
  await requireCampaigns(ctx);
  await requireParts(ctx, input);
  const { connectionIds, scheduledAt: wanted, awaitsConfirmation, sentAt, ...fields } = input;
  const scheduledAt = await scheduledAtOf(ctx, wanted);
  if (scheduledAt) {
    refusePast(ctx, scheduledAt, sentAt);
    requireSendable(fields, connectionIds, (await settingsOf(ctx)).variables);
  }
  const { companyId, now } = ctx;
  const isScheduled = scheduledAt !== null && !awaitsConfirmation;
  const start = { scheduledAt, status: isScheduled ? ("scheduled" as const) : ("inactive" as const) };
  const [made] = await ctx.db
    .insert(schema.campaigns)
    .values({ ...fields, ...start, needsReview: isScheduled, companyId, id: uuidv7(), createdAt: now, updatedAt: now })
    .returning();
  if (!made) throw new Error("an insert answered no row");
  await setConnections(ctx, made.id, connectionIds);
  if (isScheduled) await noticeScheduled(ctx, made);
  return made;
}
