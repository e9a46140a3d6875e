import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { channelAbilities } from "../../../contracts/desk/channel-abilities.ts";
import { schema } from "../../../db/index.ts";
import { failUnsent } from "../../desk/outbox/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type CampaignConnection, connectionsOf } from "./campaign-connections.ts";
import { takeInTurn } from "./recipients/take-in-turn.ts";
import { one, writeCampaign } from "./require-campaign.ts";

const { campaignConnections, campaignRecipients, campaigns, messages } = schema;

/**
 * Moves the recipients of deleted connections of a running campaign to its other connections. Without another one, the
 * campaign is cancelled with a reason. Returns whether there was anything to do.
 */
export async function leaveConnections(ctx: DeskContext, id: string): Promise<boolean> {
  const [running] = await ctx.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(one(ctx, id), eq(campaigns.status, "running")))
    .for("no key update");
  if (!running) return false;
  const connections = await connectionsOf(ctx, [id]);
  if (connections.length > 0) return moveRecipients(ctx, id, connections);
  await failMessagesOf(ctx, id, await deletedIn(ctx, id));
  // It is edited and restarted with another connection, which then takes its recipients.
  await writeCampaign(ctx, id, { status: "cancelled", reason: "ERR_CAMPAIGN_INCOMPLETE" });
  return true;
}

/**
 * Gives the recipients of deleted connections to the present ones of a locked campaign, and excludes those whom none
 * reaches. Messages that the deleted connections have not sent fail and can be sent again.
 */
export async function moveRecipients(
  ctx: DeskContext,
  id: string,
  connections: readonly CampaignConnection[],
): Promise<boolean> {
  const deleted = await deletedIn(ctx, id);
  await failMessagesOf(ctx, id, deleted);
  if (deleted.length > 0) {
    const numbers = connections.filter(({ channel }) => channelAbilities[channel].hasNumbers).map((one) => one.id);
    const next = takeInTurn(numbers, "uuid", sql`${campaignRecipients.position}`);
    await ctx.db
      .update(campaignRecipients)
      // A waiting one is for any number; a confirmed one is taken only by its own connection.
      .set({ connectionId: sql`case when ${campaignRecipients.state} = 'confirmed' then ${next} end` })
      .where(
        and(
          waiting(ctx, id),
          inArray(campaignRecipients.connectionId, deleted),
          inArray(campaignRecipients.kind, ["phone", "lid"]),
          sql`${numbers.length > 0}`,
        ),
      );
    await ctx.db
      .update(campaignConnections)
      .set({ isLeft: true })
      .where(and(ofCampaign(ctx, id), inArray(campaignConnections.connectionId, deleted)));
  }
  await excludeUnreached(ctx, id, connections);
  return deleted.length > 0;
}

const ofCampaign = (ctx: DeskContext, id: string) =>
  and(eq(campaignConnections.companyId, ctx.companyId), eq(campaignConnections.campaignId, id));

async function deletedIn(ctx: DeskContext, id: string): Promise<string[]> {
  const found = await ctx.db
    .select({ id: campaignConnections.connectionId })
    .from(campaignConnections)
    .where(and(ofCampaign(ctx, id), isNotNull(campaignConnections.deletedName), eq(campaignConnections.isLeft, false)));
  return found.map((row) => row.id);
}

/** Fails the campaign's messages that its deleted connections have not sent. */
async function failMessagesOf(ctx: DeskContext, id: string, deleted: string[]): Promise<void> {
  if (deleted.length === 0) return;
  await failUnsent(ctx, "ERR_NO_WAPP_FOUND", eq(messages.campaignId, id), inArray(messages.connectionId, deleted));
}

const waiting = (ctx: DeskContext, id: string) =>
  and(
    eq(campaignRecipients.companyId, ctx.companyId),
    eq(campaignRecipients.campaignId, id),
    inArray(campaignRecipients.state, ["waiting", "confirmed"]),
  );

/** Excludes waiting recipients whom no connection of the campaign reaches. */
async function excludeUnreached(
  ctx: DeskContext,
  id: string,
  connections: readonly CampaignConnection[],
): Promise<void> {
  const ids = sql`${sql.param(connections.map((connection) => connection.id))}::uuid[]`;
  const hasNumbers = connections.some(({ channel }) => channelAbilities[channel].hasNumbers);
  const isReached = sql`case when ${campaignRecipients.connectionId} is null then ${hasNumbers}
    else ${campaignRecipients.connectionId} = any(${ids}) end`;
  await ctx.db
    .update(campaignRecipients)
    .set({ state: "excluded", reason: "outsideWindow", endedAt: ctx.now })
    .where(and(waiting(ctx, id), sql`not (${isReached})`));
}
