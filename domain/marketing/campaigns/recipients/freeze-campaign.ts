import { and, eq, isNull, sql } from "drizzle-orm";
import { DomainError } from "../../../../contracts/domain-error.ts";
import { filledVariants } from "../../../../contracts/marketing/campaign-text.ts";
import { progressBits } from "../../../../contracts/marketing/campaigns.ts";
import { inParallel, schema } from "../../../../db/index.ts";
import { companyTimeZone } from "../../../ground/company-time/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { connectionsOf } from "../campaign-connections.ts";
import { settingsOf } from "../campaign-settings.ts";
import { requireSendable } from "../check-campaign.ts";
import { type CampaignRow, writeCampaign } from "../require-campaign.ts";
import { audienceOf } from "./audience.ts";
import { takeInTurn } from "./take-in-turn.ts";

const { campaignConnections, campaignRecipients, contactLists } = schema;

/** Returns the texts and settings of a campaign as of now, or refuses a campaign that cannot be sent. */
export async function freezeTexts(ctx: DeskContext, campaign: CampaignRow): Promise<schema.FrozenCampaign> {
  const settings = await settingsOf(ctx);
  const connections = await connectionsOf(ctx, [campaign.id]);
  requireSendable(
    campaign,
    connections.map(({ id }) => id),
    settings.variables,
  );
  return { ...settings, timeZone: await companyTimeZone(ctx), variants: filledVariants(campaign) };
}

/**
 * Starts a locked campaign: copies texts, settings and audience. Refuses a campaign that cannot be sent, or that
 * nobody would get; then the caller undoes the transaction, or calls `removeRecipients`.
 */
export async function begin(ctx: DeskContext, campaign: CampaignRow): Promise<CampaignRow> {
  const frozen = await freezeTexts(ctx, campaign);
  const recipients = await insertAudience(
    ctx,
    campaign,
    frozen.variants.map(({ variant }) => variant),
  );
  if (recipients === 0) throw new DomainError("ERR_CAMPAIGN_NO_RECIPIENTS");
  await ctx.db
    .update(campaignConnections)
    .set({ nextSendAt: ctx.now, sentInRow: 0 })
    .where(and(eq(campaignConnections.companyId, ctx.companyId), eq(campaignConnections.campaignId, campaign.id)));
  return writeCampaign(ctx, campaign.id, {
    status: "running",
    reason: null,
    needsReview: false,
    frozen,
    listName: await listNameOf(ctx, campaign.listId),
    startedAt: ctx.now,
    completedAt: null,
  });
}

/** Inserts a row for each person, and resolves with the number of those who get a message. */
async function insertAudience(ctx: DeskContext, campaign: CampaignRow, variants: readonly number[]): Promise<number> {
  const connections = await connectionsOf(ctx, [campaign.id]);
  const { listId, tagId } = campaign;
  const at = ctx.now.toISOString();
  // Two statements of one transaction, sent at once: a cluster asks all its nodes for an INSERT in a WITH. No id is taken;
  // without ON CONFLICT a cluster copies the rows, which row-level security does not allow.
  const [, recipients] = await inParallel([
    ctx.db.execute(sql`
      insert into ${campaignRecipients} (company_id, id, campaign_id, position, name, number, email, search, kind,
        match_key, contact_id, connection_id, variant, state, progress, reason, ended_at)
      select ${ctx.companyId}::uuid, gen_random_uuid(), ${campaign.id}::uuid, p.position, p.name, p.number, p.email,
        searchable(p.name || ' ' || p.number), p.kind, p.match_key, p.contact_id,
        case when p.reason is null then p.connection_id end,
        ${takeInTurn(variants, "smallint", sql`p.place`)},
        case when p.reason is null then 'waiting' else 'excluded' end,
        case when p.reason is null then ${progressBits.valid}::smallint else 0::smallint end, p.reason,
        case when p.reason is not null then ${at}::timestamptz end
      from (${audienceOf(ctx, { listId, tagId, connections })}) as p
      on conflict (company_id, id) do nothing`),
    ctx.db.$count(
      campaignRecipients,
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.campaignId, campaign.id),
        isNull(campaignRecipients.reason),
      ),
    ),
  ]);
  return recipients;
}

/** Removes the recipients of a campaign whose start was refused. */
export async function removeRecipients(ctx: DeskContext, campaignId: string): Promise<void> {
  await ctx.db
    .delete(campaignRecipients)
    .where(and(eq(campaignRecipients.companyId, ctx.companyId), eq(campaignRecipients.campaignId, campaignId)));
}

async function listNameOf(ctx: DeskContext, listId: string | null): Promise<string | null> {
  if (!listId) return null;
  const [list] = await ctx.db
    .select({ name: contactLists.name })
    .from(contactLists)
    .where(and(eq(contactLists.companyId, ctx.companyId), eq(contactLists.id, listId)));
  return list?.name ?? null;
}
