import { and, eq, sql } from "drizzle-orm";
import { progressBits } from "../../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../../db/index.ts";
import type { Context } from "../../../ground/context.ts";
import { requireStep } from "../campaign-state.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "../require-campaign.ts";

const { campaignRecipients: recipients } = schema;

/**
 * Makes the failed recipients of a running or finished campaign wait again, and resolves with their number. A person
 * who has confirmed is not asked again. Without a failed recipient nothing changes.
 */
export async function resendFailed(ctx: Context, id: string): Promise<{ campaign: CampaignRow; count: number }> {
  const campaign = await lockCampaign(ctx, id);
  requireStep(campaign, "resend");
  const hasConfirmed = sql`${recipients.progress} & ${progressBits.confirmed}::smallint > 0`;
  const again = await ctx.db
    .update(recipients)
    .set({
      state: sql`case when ${hasConfirmed} then 'confirmed' else 'waiting' end`,
      progress: sql`case when ${hasConfirmed} then ${progressBits.valid + progressBits.asked + progressBits.confirmed}::smallint else ${progressBits.valid}::smallint end`,
      attempt: sql`${recipients.attempt} + 1`,
      // Only a page's connection is chosen before the message is taken; a confirmed one stays on its connection.
      connectionId: sql`case when ${hasConfirmed} or ${recipients.kind} in ('facebook', 'instagram') then ${recipients.connectionId} end`,
      askMessageId: sql`case when ${hasConfirmed} then ${recipients.askMessageId} end`,
      askedAt: sql`case when ${hasConfirmed} then ${recipients.askedAt} end`,
      reason: null,
      messageId: null,
      sentAt: null,
      deliveredAt: null,
      readAt: null,
      endedAt: null,
    })
    .where(and(eq(recipients.companyId, ctx.companyId), eq(recipients.campaignId, id), eq(recipients.state, "failed")))
    .returning({ id: recipients.id });
  if (again.length === 0) return { campaign, count: 0 };
  const changed = await writeCampaign(ctx, id, { status: "running", completedAt: null });
  return { campaign: changed, count: again.length };
}
