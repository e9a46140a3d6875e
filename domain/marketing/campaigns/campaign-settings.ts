import { eq } from "drizzle-orm";
import { type CampaignSettings, usualCampaignSettings } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireCampaigns } from "./require-campaign.ts";

const { campaignSettings } = schema;

/** Returns the company's pacing and custom variables. */
export async function getCampaignSettings(ctx: Context): Promise<CampaignSettings> {
  await requireCampaigns(ctx);
  return settingsOf(ctx);
}

export async function settingsOf(ctx: DeskContext): Promise<CampaignSettings> {
  const [row] = await ctx.db
    .select({ settings: campaignSettings.settings })
    .from(campaignSettings)
    .where(eq(campaignSettings.companyId, ctx.companyId));
  return row?.settings ?? usualCampaignSettings;
}

/** Stores pacing and custom variables. Started campaigns keep the settings of their start. */
export async function saveCampaignSettings(ctx: Context, settings: CampaignSettings): Promise<CampaignSettings> {
  await requireCampaigns(ctx);
  const { companyId, now } = ctx;
  await ctx.db
    .insert(campaignSettings)
    .values({ companyId, settings, updatedAt: now })
    .onConflictDoUpdate({
      target: campaignSettings.companyId,
      set: { settings, updatedAt: now },
      setWhere: eq(campaignSettings.companyId, companyId),
    });
  return settings;
}
