import { and, eq, lt, lte, or, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import type { AiConfig } from "./ai-config.ts";

const { aiCompanyUsage, aiUsage, companies } = schema;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Counts one request of the acting user and of the company, or throws ERR_AI_LIMIT. A refused request is not counted: the
 * refusal rolls the transaction back.
 */
export async function takeRequest(ctx: Context, config: AiConfig): Promise<void> {
  await takeOfUser(ctx, config);
  await takeOfCompany(ctx, config);
}

/** One statement decides, so that parallel requests of several processes are counted one after the other. */
async function takeOfUser(ctx: Context, { perMinute, perDay }: AiConfig): Promise<void> {
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
  throw limitUntil(Math.max(...waits), now);
}

/** Deleting and creating users does not begin a new count. */
async function takeOfCompany({ db, companyId, now }: Context, { perCompany, perTrial }: AiConfig): Promise<void> {
  const [company] = await db
    .select({ trialEndsAt: companies.trialEndsAt })
    .from(companies)
    .where(eq(companies.id, companyId));
  const most = company?.trialEndsAt ? perTrial : perCompany;
  const isNewDay = lte(aiCompanyUsage.daySince, new Date(now.getTime() - DAY_MS));
  const [taken] = await db
    .insert(aiCompanyUsage)
    .values({ companyId, daySince: now, dayCount: 1 })
    .onConflictDoUpdate({
      target: aiCompanyUsage.companyId,
      set: {
        daySince: sql`case when ${isNewDay} then ${now.toISOString()}::timestamptz else ${aiCompanyUsage.daySince} end`,
        dayCount: sql`case when ${isNewDay} then 1 else ${aiCompanyUsage.dayCount} + 1 end`,
      },
      setWhere: or(isNewDay, lt(aiCompanyUsage.dayCount, most)),
    })
    .returning({ companyId: aiCompanyUsage.companyId });
  if (taken) return;
  const [row] = await db.select().from(aiCompanyUsage).where(eq(aiCompanyUsage.companyId, companyId));
  throw limitUntil((row?.daySince ?? now).getTime() + DAY_MS, now);
}

const limitUntil = (end: number, now: Date) =>
  new DomainError("ERR_AI_LIMIT", { retryAfterSeconds: Math.max(1, Math.ceil((end - now.getTime()) / 1000)) });
