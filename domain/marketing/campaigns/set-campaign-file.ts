import { requireFile } from "../../desk/files/index.ts";
import type { Context } from "../../ground/context.ts";
import { isEditable, wrongState } from "./campaign-state.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";

/**
 * Attaches a file until the campaign starts; null removes it. Clients of this family create a scheduled campaign first and
 * send its file afterwards: the last hour, in which the fields stay, does not keep it from its file.
 */
export async function setCampaignFile(ctx: Context, id: string, fileId: string | null): Promise<CampaignRow> {
  const present = await lockCampaign(ctx, id);
  if (present.status !== "scheduled" && !isEditable(present, ctx.now)) throw wrongState(present.status, "inactive");
  if (fileId) await requireFile(ctx, fileId);
  return writeCampaign(ctx, id, { fileId });
}
