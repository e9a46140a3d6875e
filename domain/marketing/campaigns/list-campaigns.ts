import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { CampaignStatus } from "../../../contracts/marketing/campaigns.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { countUpTo } from "../../ground/count-up-to.ts";
import { type CampaignView, campaignViews } from "./campaign-views.ts";
import { requireCampaign, requireCampaigns } from "./require-campaign.ts";

const { campaigns, campaignRecipients, contactListItems } = schema;

const PAGE_SIZE = 20;
/** Rows of a single campaign that older clients get. */
const MAX_ROWS = 1_000;

export type CampaignFilter = { search?: string; page?: number; statuses?: readonly CampaignStatus[] };
export type CampaignPage = { campaigns: CampaignView[]; hasMore: boolean; count: number };

/** Returns a page of campaigns, newest first; every search word is in the name. */
export async function listCampaigns(
  ctx: Context,
  { search = "", page = 1, statuses = [] }: CampaignFilter,
): Promise<CampaignPage> {
  await requireCampaigns(ctx);
  const named = searchWords(search).map(
    (word) => sql`searchable(${campaigns.name}) like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`,
  );
  const where = and(
    eq(campaigns.companyId, ctx.companyId),
    statuses.length > 0 ? inArray(campaigns.status, [...statuses]) : undefined,
    ...named,
  );
  const rows = await ctx.db
    .select()
    .from(campaigns)
    .where(where)
    .orderBy(desc(campaigns.createdAt), campaigns.id)
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  return {
    campaigns: await campaignViews(ctx, rows.slice(0, PAGE_SIZE)),
    hasMore: rows.length > PAGE_SIZE,
    count: await countUpTo(ctx.db, campaigns, where),
  };
}

/** Returns those that exist, without a check of the user. */
export async function campaignsById(ctx: DeskContext, ids: readonly string[]): Promise<CampaignView[]> {
  const rows = await ctx.db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.companyId, ctx.companyId), inArray(campaigns.id, [...ids])));
  return campaignViews(ctx, rows);
}

export type CampaignDetails = CampaignView & {
  /** Its first 1,000 recipients that are not excluded. */
  shipping: Pick<typeof campaignRecipients.$inferSelect, "id" | "number" | "deliveredAt" | "askedAt" | "confirmedAt">[];
  /** The first 1,000 people of its list. */
  listItems: { id: string; isWhatsappValid: boolean | null }[];
};

/** Returns a campaign with the rows that clients of this family read from it. */
export async function getCampaign(ctx: Context, id: string): Promise<CampaignDetails> {
  const row = await requireCampaign(ctx, id);
  const [view] = await campaignViews(ctx, [row]);
  if (!view) throw new Error("a campaign has no view");
  const shipping = await ctx.db
    .select({
      id: campaignRecipients.id,
      number: campaignRecipients.number,
      deliveredAt: campaignRecipients.deliveredAt,
      askedAt: campaignRecipients.askedAt,
      confirmedAt: campaignRecipients.confirmedAt,
    })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.campaignId, id),
        sql`${campaignRecipients.state} <> 'excluded'`,
      ),
    )
    .orderBy(campaignRecipients.position)
    .limit(MAX_ROWS);
  const { listId } = row;
  const listItems = !listId
    ? []
    : await ctx.db
        .select({ id: contactListItems.id, isWhatsappValid: contactListItems.isWhatsappValid })
        .from(contactListItems)
        .where(and(eq(contactListItems.companyId, ctx.companyId), eq(contactListItems.listId, listId)))
        .orderBy(contactListItems.name, contactListItems.id)
        .limit(MAX_ROWS);
  return { ...view, shipping, listItems };
}
