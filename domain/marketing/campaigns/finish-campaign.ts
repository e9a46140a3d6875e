import { and, eq, inArray } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { campaigns, campaignRecipients } = schema;

/** Finishes a running campaign in which no recipient waits for a message or an answer. Returns whether it did. */
export async function finishCampaign(ctx: DeskContext, id: string): Promise<boolean> {
  const running = and(eq(campaigns.companyId, ctx.companyId), eq(campaigns.id, id), eq(campaigns.status, "running"));
  const [campaign] = await ctx.db.select({ id: campaigns.id }).from(campaigns).where(running).for("no key update");
  if (!campaign) return false;
  // Read under the lock: a resend puts recipients back to waiting.
  const [open] = await ctx.db
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.campaignId, id),
        inArray(campaignRecipients.state, ["waiting", "asked", "confirmed"]),
      ),
    )
    .limit(1);
  if (open) return false;
  await ctx.db.update(campaigns).set({ status: "finished", completedAt: ctx.now, updatedAt: ctx.now }).where(running);
  return true;
}
