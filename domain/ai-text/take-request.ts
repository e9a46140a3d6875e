import { and, eq, lt, lte, or, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import type { AiConfig } from "./ai-config.ts";

const { aiUsage } = schema;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Counts one request of the acting user, or throws ERR_AI_LIMIT. One statement decides, so that parallel requests of
 * several processes are counted one after the other. A refused request is not counted.
 */
export async function takeRequest(ctx: Context, { perMinute, perDay }: AiConfig): Promise<void> {
  const { companyId, actor, now } = ctx;
  const [minuteAgo, dayAgo] = [new Date(now.getTime() - MINUTE_MS), new Date(now.getTime() - DAY_MS)];
  const isNewMinute = lte(aiUsage.minuteSince, minuteAgo);
  const isNewDay = lte(aiUsage.daySince, dayAgo);
  const at = now.toISOString();
  const [taken] = await ctx.db
    .insert(aiUsage)
    .values({ companyId, userId: actor.id, minuteSince: now, minuteCount: 1, daySince: now, dayCount: 1 })
    .onConflictDoUpdate({
      target: [aiUsage.companyId, aiUsage.userId],
      set: {
        minuteSince: sql`case when ${isNewMinute} then ${at}::timestamptz else ${aiUsage.minuteSince} end`,
        minuteCount: sql`case when ${isNewMinute} then 1 else ${aiUsage.minuteCount} + 1 end`,
        daySince: sql`case when ${isNewDay} then ${at}::timestamptz else ${aiUsage.daySince} end`,
        dayCount: sql`case when ${isNewDay} then 1 else ${aiUsage.dayCount} + 1 end`,
      },
      setWhere: and(or(isNewMinute, lt(aiUsage.minuteCount, perMinute)), or(isNewDay, lt(aiUsage.dayCount, perDay))),
    })
    .returning({ userId: aiUsage.userId });
  if (taken) return;
  const [row] = await ctx.db
    .select()
    .from(aiUsage)
    .where(and(eq(aiUsage.companyId, companyId), eq(aiUsage.userId, actor.id)));
  const waits = [
    row && row.minuteCount >= perMinute ? row.minuteSince.getTime() + MINUTE_MS : 0,
    row && row.dayCount >= perDay ? row.daySince.getTime() + DAY_MS : 0,
  ];
  const retryAfterSeconds = Math.max(1, Math.ceil((Math.max(...waits) - now.getTime()) / 1000));
  throw new DomainError("ERR_AI_LIMIT", { retryAfterSeconds });
}
