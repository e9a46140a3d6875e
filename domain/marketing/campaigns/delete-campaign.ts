import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { wrongState } from "./campaign-state.ts";
import { lockCampaign, one } from "./require-campaign.ts";

/** Deletes a campaign with its recipients, unless it is running. Its messages stay in the conversations. */
export async function deleteCampaign(ctx: Context, id: string): Promise<void> {
  const { status } = await lockCampaign(ctx, id);
  if (status === "running") throw wrongState(status, "inactive");
  await ctx.db.delete(schema.campaigns).where(one(ctx, id));
}
