import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { campaigns } = schema;

export type NeedingCampaign = Pick<typeof campaigns.$inferSelect, "id" | "name" | "status" | "scheduledAt">;

/**
 * Returns a campaign that still needs the list, the next scheduled one first; null: none. A campaign needs its list
 * until its start, which copies the people.
 */
export async function campaignNeeding(ctx: DeskContext, listId: string): Promise<NeedingCampaign | null> {
  const [found] = await ctx.db
    .select({
      id: campaigns.id,
      name: campaigns.name,
      status: campaigns.status,
      scheduledAt: campaigns.scheduledAt,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.companyId, ctx.companyId),
        eq(campaigns.listId, listId),
        isNull(campaigns.frozen),
        ne(campaigns.status, "finished"),
      ),
    )
    .orderBy(sql`${campaigns.status} <> 'scheduled'`, campaigns.scheduledAt, campaigns.id)
    .limit(1);
  return found ?? null;
}
