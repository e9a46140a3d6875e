import { and, eq, inArray, sql } from "drizzle-orm";
import { progressBits, type RecipientState } from "../../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";

const { campaignCounts } = schema;

const groupColumns = {
  campaignId: campaignCounts.campaignId,
  state: campaignCounts.state,
  reason: campaignCounts.reason,
  progress: campaignCounts.progress,
  variant: campaignCounts.variant,
  connectionId: campaignCounts.connectionId,
};

/** Recipients of a campaign that are alike in everything that a report counts. */
export type RecipientGroup = {
  campaignId: string;
  state: RecipientState;
  reason: string | null;
  progress: number;
  variant: number;
  connectionId: string | null;
  count: number;
};

/** Returns the counts of the campaigns' recipients, which triggers maintain. */
export async function recipientGroups(
  ctx: DeskContext,
  campaignIds: readonly string[],
): Promise<Map<string, RecipientGroup[]>> {
  if (campaignIds.length === 0) return new Map();
  const count = sql<number>`sum(${campaignCounts.n})::int`;
  const groups = await ctx.db
    .select({ ...groupColumns, count })
    .from(campaignCounts)
    .where(and(eq(campaignCounts.companyId, ctx.companyId), inArray(campaignCounts.campaignId, [...campaignIds])))
    .groupBy(...Object.values(groupColumns))
    .having(sql`sum(${campaignCounts.n}) <> 0`);
  return Map.groupBy(groups, ({ campaignId }) => campaignId);
}

export const sumOf = (
  groups: readonly RecipientGroup[],
  isCounted: (group: RecipientGroup) => boolean = () => true,
): number => groups.reduce((sum, group) => sum + (isCounted(group) ? group.count : 0), 0);

/** `asked` to `replied` count the recipients who have reached that, whatever followed. */
export type RecipientCounts = ReturnType<typeof countsOf>;

export function countsOf(groups: readonly RecipientGroup[]) {
  const reached = (bit: keyof typeof progressBits) =>
    sumOf(groups, ({ progress }) => (progress & progressBits[bit]) > 0);
  const inState = (wanted: RecipientState) => sumOf(groups, ({ state }) => state === wanted);
  return {
    total: sumOf(groups),
    valid: sumOf(groups, wasValid),
    waiting: inState("waiting"),
    queued: sumOf(groups, isTurnAhead),
    awaiting: inState("asked"),
    asked: reached("asked"),
    confirmed: reached("confirmed"),
    sent: reached("sent"),
    delivered: reached("delivered"),
    read: reached("read"),
    replied: reached("replied"),
    failed: inState("failed"),
    excluded: inState("excluded"),
    optedOut: sumOf(groups, ({ state, reason }) => state === "excluded" && reason === "optedOut"),
  };
}

/**
 * People who got a turn at the start, whatever followed: who declines or opts out stays valid, so that no rate exceeds
 * 100 %. Campaigns that started before the bit was written are read from what happened to the recipient.
 */
const wasValid = ({ state, reason, progress }: RecipientGroup) =>
  progress > 0 || state !== "excluded" || reason === "declined" || reason === "noAnswer";

/** Recipients whose message, or question, waits for its turn. */
export const isTurnAhead = ({ state }: RecipientGroup) => state === "waiting" || state === "confirmed";
