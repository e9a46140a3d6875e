import { and, eq, lte } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { begin, removeRecipients } from "./recipients/freeze-campaign.ts";
import { one, writeCampaign } from "./require-campaign.ts";
import { isTooLate } from "./scheduled-at.ts";

const { campaigns } = schema;

/**
 * Starts a due campaign, up to 24 hours late. A later one, and one that cannot be sent, is cancelled with the error
 * code as its reason. Of several workers one gets the row's lock. Returns false when there was nothing to do.
 */
export async function startDueCampaign(ctx: DeskContext, id: string): Promise<boolean> {
  const [campaign] = await ctx.db
    .select()
    .from(campaigns)
    .where(and(one(ctx, id), eq(campaigns.status, "scheduled"), lte(campaigns.scheduledAt, ctx.now)))
    .for("no key update", { skipLocked: true });
  if (!campaign?.scheduledAt) return false;
  const cancel = (reason: string) => writeCampaign(ctx, id, { status: "cancelled", reason });
  if (isTooLate(ctx.now, campaign.scheduledAt)) {
    await cancel("ERR_CAMPAIGN_TOO_LATE");
    return true;
  }
  try {
    await begin(ctx, campaign);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await removeRecipients(ctx, id);
    await cancel(error.code);
  }
  return true;
}
