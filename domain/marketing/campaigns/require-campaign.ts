import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

const { campaigns } = schema;

export type CampaignRow = typeof campaigns.$inferSelect;

export const one = (ctx: Pick<DeskContext, "companyId">, id: string) =>
  and(eq(campaigns.companyId, ctx.companyId), eq(campaigns.id, id));

/** Refuses users who may not manage campaigns, and companies without campaigns. */
export async function requireCampaigns(ctx: Context): Promise<void> {
  requirePermission(ctx, "manageCampaigns");
  if ((await readSetting(ctx, "campaignsEnabled")) !== "true") throw new DomainError("ERR_CAMPAIGNS_DISABLED");
}

/** Returns a campaign, for users who may manage campaigns. */
export async function requireCampaign(ctx: Context, id: string): Promise<CampaignRow> {
  await requireCampaigns(ctx);
  const [row] = await ctx.db.select().from(campaigns).where(one(ctx, id));
  if (!row) throw new DomainError("ERR_NO_CAMPAIGN_FOUND", { id });
  return row;
}

/** The same, locked until the transaction ends: of two simultaneous changes, the second one sees the new state. */
export async function lockCampaign(ctx: Context, id: string): Promise<CampaignRow> {
  await requireCampaigns(ctx);
  const [row] = await ctx.db.select().from(campaigns).where(one(ctx, id)).for("no key update");
  if (!row) throw new DomainError("ERR_NO_CAMPAIGN_FOUND", { id });
  return row;
}

export async function writeCampaign(ctx: DeskContext, id: string, set: Partial<CampaignRow>): Promise<CampaignRow> {
  const [changed] = await ctx.db
    .update(campaigns)
    .set({ ...set, updatedAt: ctx.now })
    .where(one(ctx, id))
    .returning();
  if (!changed) throw new Error("a locked campaign is gone");
  return changed;
}
