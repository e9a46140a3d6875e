import { and, eq, gte } from "drizzle-orm";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { localMinute } from "../../../../contracts/local-time.ts";
import { isAnyOf, schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import type { CampaignConnection } from "../campaign-connections.ts";
import { isTurnAhead, type RecipientGroup, sumOf } from "../recipients/recipient-counts.ts";
import type { CampaignRow } from "../require-campaign.ts";
import { type ConnectionForecast, type ForecastConnection, forecast } from "./forecast.ts";
import type { SendingLimits } from "./pace.ts";

const { campaignDays } = schema;

/** The number of campaign messages by connection and day. */
export type SentOn = (connectionId: string, day: string) => number;

/** Returns the campaign messages of connections from today on, over all campaigns. */
export async function sentByDay(
  ctx: DeskContext,
  connectionIds: readonly string[],
  timeZone: string,
): Promise<{ today: string; sentOn: SentOn }> {
  const today = localMinute(ctx.now, timeZone).slice(0, 10);
  if (connectionIds.length === 0) return { today, sentOn: () => 0 };
  const rows = await ctx.db
    .select({ connectionId: campaignDays.connectionId, day: campaignDays.day, sent: campaignDays.sent })
    .from(campaignDays)
    .where(
      and(
        eq(campaignDays.companyId, ctx.companyId),
        isAnyOf(campaignDays.connectionId, connectionIds),
        gte(campaignDays.day, today),
      ),
    );
  const known = new Map(rows.map(({ connectionId, day, sent }) => [`${connectionId} ${day}`, sent]));
  return { today, sentOn: (connectionId, day) => known.get(`${connectionId} ${day}`) ?? 0 };
}

/** Returns a connection as the forecast takes it. */
export const asForecast = (
  { id, channel, status, nextSendAt, sentInRow }: CampaignConnection,
  own: number,
  sentOn: SentOn,
): ForecastConnection => ({
  ...{ id, channel, own, nextSendAt, sentInRow },
  isConnected: status === "CONNECTED",
  sentOn: (day) => sentOn(id, day),
  takesShared: channelAbilities[channel].hasNumbers,
});

export const limitsOf = ({ window, dailyLimit }: CampaignRow, timeZone: string): SendingLimits => ({
  window,
  dailyLimit,
  timeZone,
});

/** Returns when the last recipient of a running campaign will be sent to; null: unknown, or not running. */
export function expectedEnd(
  campaign: CampaignRow,
  groups: readonly RecipientGroup[],
  connections: readonly CampaignConnection[],
  sentOn: SentOn,
  now: Date,
): Date | null {
  const { frozen, status } = campaign;
  const waiting = groups.filter(isTurnAhead);
  if (status !== "running" || !frozen || waiting.length === 0) return null;
  const found = forecast(
    {
      connections: connections.map((connection) =>
        asForecast(
          connection,
          sumOf(waiting, ({ connectionId }) => connectionId === connection.id),
          sentOn,
        ),
      ),
      shared: sumOf(waiting, ({ connectionId }) => connectionId === null),
      pacing: frozen,
      limits: limitsOf(campaign, frozen.timeZone),
    },
    now,
  );
  return sumOf(waiting) > messagesOf(found) ? null : lastOf(found);
}

export const messagesOf = (found: readonly ConnectionForecast[]): number =>
  found.reduce((sum, { messages }) => sum + messages, 0);

export const lastOf = (found: readonly ConnectionForecast[]): Date | null =>
  found.reduce<Date | null>((last, { lastAt }) => (lastAt && (!last || lastAt > last) ? lastAt : last), null);
