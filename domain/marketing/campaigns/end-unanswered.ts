import { and, eq, inArray, lte } from "drizzle-orm";
import { CONFIRMATION_MS } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { campaignRecipients } = schema;
const AT_ONCE = 500;

/** Ends confirmation questions without an answer in time. Returns whether there were any. */
export async function endUnanswered(ctx: DeskContext, campaignId: string): Promise<boolean> {
  const due = await ctx.db
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.campaignId, campaignId),
        eq(campaignRecipients.state, "asked"),
        lte(campaignRecipients.askedAt, new Date(ctx.now.getTime() - CONFIRMATION_MS)),
      ),
    )
    .limit(AT_ONCE)
    // An answer that arrives now holds its recipient's lock and counts.
    .for("no key update", { skipLocked: true });
  if (due.length === 0) return false;
  const ids = due.map(({ id }) => id);
  await ctx.db
    .update(campaignRecipients)
    .set({ state: "excluded", reason: "noAnswer", endedAt: ctx.now })
    .where(and(eq(campaignRecipients.companyId, ctx.companyId), inArray(campaignRecipients.id, ids)));
  return true;
}
