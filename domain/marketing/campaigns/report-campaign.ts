import { and, eq, gte, sql } from "drizzle-orm";
import { usualCampaignSettings } from "../../../contracts/marketing/campaigns.ts";
import { inParallel, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type CampaignConnection, deletedConnectionsOf } from "./campaign-connections.ts";
import { type CampaignView, campaignsWithParts, type ViewParts } from "./campaign-views.ts";
import { connectionWait, type Wait } from "./campaign-wait.ts";
import type { Pacing } from "./forecast/pace.ts";
import { countsOf, type RecipientGroup, sumOf } from "./recipients/recipient-counts.ts";
import { requireCampaign } from "./require-campaign.ts";

const { campaignRecipients: recipients } = schema;

const MINUTE_MS = 60_000;
const PACE_MINUTES = 60;

export type ReportConnection = {
  id: string;
  name: string;
  isConnected: boolean;
  isDeleted: boolean;
  sent: number;
  sentToday: number;
} & Wait;

export type CampaignReport = {
  campaign: CampaignView;
  counts: ReturnType<typeof countsOf>;
  reasons: { state: "failed" | "excluded"; reason: string; count: number }[];
  variants: { variant: number; sent: number; delivered: number; read: number; replied: number }[];
  pace: { at: Date; sent: number }[];
  settings: Pacing;
  connections: ReportConnection[];
};

/** Returns the live report of a campaign. The counts come from its recipients. */
export async function reportCampaign(ctx: Context, id: string): Promise<CampaignReport> {
  const row = await requireCampaign(ctx, id);
  const { views, ...parts } = await campaignsWithParts(ctx, [row]);
  const [campaign] = views;
  if (!campaign) throw new Error("a campaign has no view");
  const groups = parts.groups.get(id) ?? [];
  const { messageInterval, longerIntervalAfter, greaterInterval } = row.frozen ?? usualCampaignSettings;
  return {
    campaign,
    counts: countsOf(groups),
    reasons: reasonsOf(groups),
    variants: variantsOf(groups, campaign),
    pace: await paceOf(ctx, id),
    settings: { messageInterval, longerIntervalAfter, greaterInterval },
    connections: [
      ...campaign.connections.map((one) => reportConnection(one, campaign, groups, parts, ctx.now)),
      ...(await deletedConnectionsOf(ctx, id)).map((one) => deletedConnection(one, groups)),
    ],
  };
}

/** Why recipients failed or were excluded, most frequent first. */
function reasonsOf(groups: readonly RecipientGroup[]): CampaignReport["reasons"] {
  const ended = groups.filter(({ state }) => state === "failed" || state === "excluded");
  const byReason = Map.groupBy(ended, ({ state, reason }) => `${state} ${reason ?? ""}`);
  return [...byReason.values()]
    .flatMap((some) => {
      const [first] = some;
      if (first?.state !== "failed" && first?.state !== "excluded") return [];
      return [{ state: first.state, reason: first.reason ?? "", count: sumOf(some) }];
    })
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

function variantsOf(groups: readonly RecipientGroup[], { frozen }: CampaignView): CampaignReport["variants"] {
  const used = new Set([...(frozen?.variants ?? []).map(({ variant }) => variant)]);
  for (const { variant, state } of groups) if (state !== "excluded") used.add(variant);
  return [...used]
    .sort((a, b) => a - b)
    .map((variant) => {
      const { sent, delivered, read, replied } = countsOf(groups.filter((group) => group.variant === variant));
      return { variant, sent, delivered, read, replied };
    });
}

/** Messages and confirmation questions per minute of the last hour, oldest first. */
async function paceOf(ctx: Context, campaignId: string): Promise<CampaignReport["pace"]> {
  const thisMinute = Math.floor(ctx.now.getTime() / MINUTE_MS) * MINUTE_MS;
  const since = new Date(thisMinute - (PACE_MINUTES - 1) * MINUTE_MS);
  const [messages, questions] = await inParallel(
    [recipients.sentAt, recipients.askedAt].map((column) => countByMinute(ctx, campaignId, column, since)),
  );
  const sentIn = new Map(messages?.map(({ minute, sent }) => [minute, sent]));
  for (const { minute, sent } of questions ?? []) sentIn.set(minute, (sentIn.get(minute) ?? 0) + sent);
  return Array.from({ length: PACE_MINUTES }, (_, place) => {
    const at = since.getTime() + place * MINUTE_MS;
    return { at: new Date(at), sent: sentIn.get(at) ?? 0 };
  });
}

function countByMinute(
  ctx: Context,
  campaignId: string,
  column: typeof recipients.sentAt | typeof recipients.askedAt,
  since: Date,
): Promise<{ minute: number; sent: number }[]> {
  const minute = sql<number>`(extract(epoch from date_trunc('minute', ${column})) * 1000)::float8`;
  return ctx.db
    .select({ minute, sent: sql<number>`count(*)::int` })
    .from(recipients)
    .where(and(eq(recipients.companyId, ctx.companyId), eq(recipients.campaignId, campaignId), gte(column, since)))
    .groupBy(minute);
}

function reportConnection(
  connection: CampaignConnection,
  campaign: CampaignView,
  groups: readonly RecipientGroup[],
  parts: ViewParts,
  now: Date,
): ReportConnection {
  const { id, name, status } = connection;
  return {
    ...{ id, name, isConnected: status === "CONNECTED", isDeleted: false },
    ...{ sent: sentOver(groups, id), sentToday: parts.sentOn(id, parts.today) },
    ...connectionWait(connection, campaign, groups, parts.sentOn, now),
  };
}

const sentOver = (groups: readonly RecipientGroup[], id: string) =>
  countsOf(groups.filter(({ connectionId }) => connectionId === id)).sent;

const deletedConnection = (
  { id, name }: { id: string; name: string },
  groups: readonly RecipientGroup[],
): ReportConnection => ({
  ...{ id, name, isConnected: false, isDeleted: true, sent: sentOver(groups, id), sentToday: 0 },
  ...{ waitsFor: null, waitsUntil: null },
});
