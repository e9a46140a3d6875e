import { and, eq, inArray, max } from "drizzle-orm";
import { type CampaignWaitReason, CONFIRMATION_MS } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { CampaignConnection } from "./campaign-connections.ts";
import { nextSlot } from "./forecast/pace.ts";
import { limitsOf, type SentOn } from "./forecast/running-forecast.ts";
import { isTurnAhead, type RecipientGroup, sumOf } from "./recipients/recipient-counts.ts";
import type { CampaignRow } from "./require-campaign.ts";

const { campaignRecipients: recipients } = schema;

/** For what a connection or a campaign waits, and until when (null: unknown); all null: it sends, or has nothing to send. */
export type Wait<Reason = Exclude<CampaignWaitReason, "answers">> = {
  waitsFor: Reason | null;
  waitsUntil: Date | null;
};

const goesOn = { waitsFor: null, waitsUntil: null };

type Waiting = CampaignRow & { timeZone: string };

/** Returns what a connection of a running campaign waits for. */
export function connectionWait(
  { id, status, nextSendAt }: CampaignConnection,
  campaign: Waiting,
  groups: readonly RecipientGroup[],
  sentOn: SentOn,
  now: Date,
): Wait {
  if (campaign.status !== "running" || !groups.some(isTurnAhead)) return goesOn;
  if (status !== "CONNECTED") return { waitsFor: "connection", waitsUntil: null };
  const limits = limitsOf(campaign, campaign.frozen?.timeZone ?? campaign.timeZone);
  // The sender has moved the connection's next moment to the opening: what counts first is whether it may send now.
  for (const wanted of nextSendAt > now ? [now, nextSendAt] : [now]) {
    const { from } = nextSlot(wanted, limits, (day) => sentOn(id, day));
    if (from <= wanted) continue;
    const opens = nextSlot(wanted, { ...limits, dailyLimit: null }, () => 0).from;
    return { waitsFor: from > opens ? "limit" : "window", waitsUntil: from };
  }
  return goesOn;
}

/** Returns what a running campaign waits for while none of its connections sends. `lastAskedAt`: of its open questions. */
export function campaignWait(
  campaign: Waiting,
  groups: readonly RecipientGroup[],
  connections: readonly CampaignConnection[],
  { sentOn, lastAskedAt, now }: { sentOn: SentOn; lastAskedAt: Date | null; now: Date },
): Wait<CampaignWaitReason> {
  if (campaign.status !== "running") return goesOn;
  if (!groups.some(isTurnAhead)) {
    const isAsking = sumOf(groups, ({ state }) => state === "asked") > 0;
    return isAsking ? { waitsFor: "answers", waitsUntil: answersUntil(lastAskedAt) } : goesOn;
  }
  const waits = connections.map((one) => connectionWait(one, campaign, groups, sentOn, now));
  if (waits.some(({ waitsFor }) => waitsFor === null)) return goesOn;
  const [first] = waits
    .filter(({ waitsUntil }) => waitsUntil !== null)
    .sort((a, b) => Number(a.waitsUntil) - Number(b.waitsUntil));
  return first ?? { waitsFor: "connection", waitsUntil: null };
}

/** The last question can be answered until then. */
export const answersUntil = (lastAskedAt: Date | null): Date | null =>
  lastAskedAt && new Date(lastAskedAt.getTime() + CONFIRMATION_MS);

/** Returns when each campaign asked the last of its open questions. */
export async function lastQuestions(
  ctx: DeskContext,
  campaignIds: readonly string[],
): Promise<Map<string, Date | null>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: recipients.campaignId, at: max(recipients.askedAt) })
    .from(recipients)
    .where(
      and(
        eq(recipients.companyId, ctx.companyId),
        inArray(recipients.campaignId, [...campaignIds]),
        eq(recipients.state, "asked"),
      ),
    )
    .groupBy(recipients.campaignId);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
