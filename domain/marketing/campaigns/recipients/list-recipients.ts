import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { RecipientState } from "../../../../contracts/marketing/campaigns.ts";
import { personWords } from "../../../../contracts/phones.ts";
import { schema } from "../../../../db/index.ts";
import { containing } from "../../../ground/containing.ts";
import type { Context, DeskContext } from "../../../ground/context.ts";
import { countUpTo } from "../../../ground/count-up-to.ts";
import { requireCampaign } from "../require-campaign.ts";

const { campaignConnections, campaignRecipients: recipients, connections } = schema;

const PAGE_SIZE = 20;
const EXPORTED_AT_ONCE = 1_000;

export type RecipientFilter = { search?: string; states?: readonly RecipientState[]; reason?: string };
export type RecipientView = typeof recipients.$inferSelect & { connectionName: string | null };
export type RecipientPage = { recipients: RecipientView[]; hasMore: boolean; count: number };

/** Returns a page of a campaign's recipients in the order of sending; every search word is in name or number. */
export async function listRecipients(
  ctx: Context,
  campaignId: string,
  { page = 1, ...filter }: RecipientFilter & { page?: number },
): Promise<RecipientPage> {
  await requireCampaign(ctx, campaignId);
  const where = recipientsOf(ctx, campaignId, filter);
  const rows = await withConnections(ctx, where, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE);
  return {
    recipients: rows.slice(0, PAGE_SIZE),
    hasMore: rows.length > PAGE_SIZE,
    count: await countUpTo(ctx.db, recipients, where),
  };
}

/** Returns the next recipients of an export, after the given position. */
export async function exportRecipients(
  ctx: Context,
  campaignId: string,
  filter: RecipientFilter,
  after: number,
): Promise<RecipientView[]> {
  await requireCampaign(ctx, campaignId);
  const where = and(recipientsOf(ctx, campaignId, filter), gt(recipients.position, after));
  return withConnections(ctx, where, EXPORTED_AT_ONCE, 0);
}

function recipientsOf(ctx: DeskContext, campaignId: string, { search, states, reason }: RecipientFilter) {
  return and(
    eq(recipients.companyId, ctx.companyId),
    eq(recipients.campaignId, campaignId),
    states?.length ? inArray(recipients.state, [...states]) : undefined,
    reason ? eq(recipients.reason, reason) : undefined,
    ...personWords(search).map((word) => sql`${recipients.search} like ${containing(word)}`),
  );
}

async function withConnections(
  ctx: DeskContext,
  where: SQL | undefined,
  limit: number,
  offset: number,
): Promise<RecipientView[]> {
  const rows = await ctx.db
    .select({
      row: recipients,
      connectionName: sql<string | null>`coalesce(${connections.name}, ${campaignConnections.deletedName})`,
    })
    .from(recipients)
    .leftJoin(
      campaignConnections,
      and(
        eq(campaignConnections.companyId, recipients.companyId),
        eq(campaignConnections.campaignId, recipients.campaignId),
        eq(campaignConnections.connectionId, recipients.connectionId),
      ),
    )
    .leftJoin(
      connections,
      and(eq(connections.companyId, recipients.companyId), eq(connections.id, recipients.connectionId)),
    )
    .where(where)
    .orderBy(recipients.position)
    .limit(limit)
    .offset(offset);
  return rows.map(({ row, connectionName }) => ({ ...row, connectionName }));
}
