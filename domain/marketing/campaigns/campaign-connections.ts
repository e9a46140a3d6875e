import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { campaignConnections, connections } = schema;

const connectionColumns = {
  id: connections.id,
  name: connections.name,
  channel: connections.channel,
  status: connections.status,
  firstConnectedAt: connections.firstConnectedAt,
  nextSendAt: campaignConnections.nextSendAt,
  sentInRow: campaignConnections.sentInRow,
};

export type CampaignConnection = Awaited<ReturnType<typeof connectionsOf>>[number];

/** Returns the existing connections of campaigns in the user's order. */
export function connectionsOf(ctx: DeskContext, campaignIds: readonly string[]) {
  return ctx.db
    .select({ campaignId: campaignConnections.campaignId, ...connectionColumns })
    .from(campaignConnections)
    .innerJoin(
      connections,
      and(
        eq(connections.companyId, campaignConnections.companyId),
        eq(connections.id, campaignConnections.connectionId),
      ),
    )
    .where(
      and(eq(campaignConnections.companyId, ctx.companyId), inArray(campaignConnections.campaignId, [...campaignIds])),
    )
    .orderBy(asc(campaignConnections.position));
}

/** Returns the deleted connections of a campaign, for its report. The name is '' where it is not known. */
export function deletedConnectionsOf(ctx: DeskContext, campaignId: string) {
  return ctx.db
    .select({ id: campaignConnections.connectionId, name: sql<string>`${campaignConnections.deletedName}` })
    .from(campaignConnections)
    .where(
      and(
        eq(campaignConnections.companyId, ctx.companyId),
        eq(campaignConnections.campaignId, campaignId),
        isNotNull(campaignConnections.deletedName),
      ),
    )
    .orderBy(asc(campaignConnections.position));
}

/** Replaces the connections of a campaign. One that stays keeps its pace, and a deleted one its name in the report. */
export async function setConnections(ctx: DeskContext, campaignId: string, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)];
  const ofCampaign = and(
    eq(campaignConnections.companyId, ctx.companyId),
    eq(campaignConnections.campaignId, campaignId),
  );
  const present = await ctx.db
    .select({ id: campaignConnections.connectionId })
    .from(campaignConnections)
    .where(and(ofCampaign, isNull(campaignConnections.deletedName)));
  const gone = present.map(({ id }) => id).filter((id) => !ids.includes(id));
  if (gone.length > 0)
    await ctx.db.delete(campaignConnections).where(and(ofCampaign, inArray(campaignConnections.connectionId, gone)));
  if (ids.length === 0) return;
  const { companyId, now } = ctx;
  for (const [position, connectionId] of ids.entries())
    await ctx.db
      .insert(campaignConnections)
      .values({ companyId, campaignId, connectionId, position, nextSendAt: now })
      .onConflictDoUpdate({
        target: [campaignConnections.companyId, campaignConnections.campaignId, campaignConnections.connectionId],
        set: { position },
        setWhere: eq(campaignConnections.companyId, companyId),
      });
}
