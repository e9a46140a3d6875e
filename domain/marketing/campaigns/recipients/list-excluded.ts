import { sql } from "drizzle-orm";
import type { ExclusionReason } from "../../../../contracts/marketing/campaigns.ts";
import type { Context } from "../../../ground/context.ts";
import { connectionsOf } from "../campaign-connections.ts";
import { requireCampaign } from "../require-campaign.ts";
import { nextAudience } from "./next-audience.ts";

const PAGE_SIZE = 20;

export type ExcludedPerson = { position: number; name: string; number: string; reason: ExclusionReason };
export type ExcludedPage = { people: ExcludedPerson[]; hasMore: boolean; count: number };

/** Returns a page of the people whom a start would leave out, in the order of the list, with the reason. */
export async function listExcluded(
  ctx: Context,
  id: string,
  { reason, page = 1 }: { reason?: ExclusionReason; page?: number },
): Promise<ExcludedPage> {
  const campaign = await requireCampaign(ctx, id);
  const connections = await connectionsOf(ctx, [id]);
  const [row] = await ctx.db.execute<{ count: number; people: ExcludedPerson[] }>(sql`
    with people as materialized (
      select position, name, number, reason from (${nextAudience(ctx, campaign, connections)}) as p
      where p.reason is not null and p.reason = coalesce(${reason ?? null}, p.reason)
    )
    select (select count(*)::int from people) as count,
      (select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from (select * from people
        order by position limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}) as s) as people`);
  const { count, people } = row ?? { count: 0, people: [] };
  return { people, hasMore: count > page * PAGE_SIZE, count };
}
