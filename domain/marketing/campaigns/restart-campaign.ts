import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { connectionsOf } from "./campaign-connections.ts";
import { requireStep } from "./campaign-state.ts";
import { longestPauseMs, minPauseMs } from "./forecast/pace.ts";
import { moveRecipients } from "./leave-connections.ts";
import { begin, freezeTexts } from "./recipients/freeze-campaign.ts";
import { takeInTurn } from "./recipients/take-in-turn.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";
import { type Confirmation, requireConfirmed } from "./start-campaign.ts";

const { campaignConnections, campaignRecipients } = schema;

/**
 * Continues a cancelled campaign with the recipients that got no message, with the texts and settings as of now and
 * at the stored pace. A campaign that was cancelled before its start starts, if that is confirmed.
 */
export async function restartCampaign(ctx: Context, id: string, confirmation: Confirmation): Promise<CampaignRow> {
  const campaign = await lockCampaign(ctx, id);
  requireStep(campaign, "restart");
  requireConfirmed(campaign, confirmation);
  if (!campaign.startedAt) return begin(ctx, campaign);
  const frozen = await freezeTexts(ctx, campaign);
  await spreadVariants(ctx, campaign, frozen);
  const connections = await connectionsOf(ctx, [id]);
  await moveRecipients(ctx, id, connections);
  for (const { id: connectionId, channel } of connections)
    await shortenWait(ctx, { campaignId: id, connectionId }, longestPauseMs(frozen, minPauseMs(channel)));
  return writeCampaign(ctx, id, { status: "running", reason: null, frozen, completedAt: null });
}

const waiting = (ctx: Context, id: string) =>
  and(
    eq(campaignRecipients.companyId, ctx.companyId),
    eq(campaignRecipients.campaignId, id),
    sql`${campaignRecipients.state} in ('waiting', 'confirmed')`,
  );

/** Gives waiting recipients whose variant was emptied another one; these are spread evenly. */
async function spreadVariants(ctx: Context, { id }: CampaignRow, { variants }: schema.FrozenCampaign): Promise<void> {
  const given = variants.map(({ variant }) => variant);
  const filled = sql`${sql.param(given)}::smallint[]`;
  await ctx.db
    .update(campaignRecipients)
    .set({ variant: takeInTurn(given, "smallint", sql`${campaignRecipients.position}`) })
    .where(and(waiting(ctx, id), sql`${campaignRecipients.variant} <> all(${filled})`));
}

/**
 * A connection that waited for a window or a day that the campaign no longer has may send after its longest pause: no
 * sooner after its last message than without the cancel.
 */
async function shortenWait(
  ctx: Context,
  { campaignId, connectionId }: { campaignId: string; connectionId: string },
  maxMs: number,
): Promise<void> {
  const latest = new Date(ctx.now.getTime() + maxMs).toISOString();
  await ctx.db
    .update(campaignConnections)
    .set({ nextSendAt: sql`least(${campaignConnections.nextSendAt}, ${latest}::timestamptz)` })
    .where(
      and(
        eq(campaignConnections.companyId, ctx.companyId),
        eq(campaignConnections.campaignId, campaignId),
        eq(campaignConnections.connectionId, connectionId),
      ),
    );
}
