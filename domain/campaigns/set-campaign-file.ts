import type { Context } from "../context.ts";
import { requireFile } from "../files/index.ts";
import { isEditable, wrongState } from "./campaign-state.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";

/** Attaches a file; null removes it. */
export async function setCampaignFile(ctx: Context, id: string, fileId: string | null): Promise<CampaignRow> {
  const present = await lockCampaign(ctx, id);
  if (!isEditable(present, ctx.now)) throw wrongState(present.status, "inactive");
  if (fileId) await requireFile(ctx, fileId);
  return writeCampaign(ctx, id, { fileId });
}
