import { and, eq, inArray, sql } from "drizzle-orm";
import { progressBits } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { campaignRecipients } = schema;

type States = (typeof campaignRecipients.$inferSelect)["state"][];

const inState = (ctx: DeskContext, recipientId: string, states: States) =>
  and(
    eq(campaignRecipients.companyId, ctx.companyId),
    eq(campaignRecipients.id, recipientId),
    inArray(campaignRecipients.state, states),
  );

/** Stores the answer to a confirmation question: the message follows, or the recipient gets none. */
export async function takeConfirmation(ctx: DeskContext, recipientId: string, isYes: boolean): Promise<void> {
  await ctx.db
    .update(campaignRecipients)
    .set(
      isYes
        ? {
            state: "confirmed",
            confirmedAt: ctx.now,
            progress: sql`${campaignRecipients.progress} | ${progressBits.confirmed}::smallint`,
          }
        : { state: "excluded", reason: "declined", endedAt: ctx.now },
    )
    .where(inState(ctx, recipientId, ["asked"]));
}

/** Marks that the recipient has replied to the campaign's message. */
export async function takeReply(ctx: DeskContext, recipientId: string): Promise<void> {
  await ctx.db
    .update(campaignRecipients)
    .set({
      state: "replied",
      repliedAt: ctx.now,
      progress: sql`${campaignRecipients.progress} | ${progressBits.replied}::smallint`,
    })
    .where(inState(ctx, recipientId, ["sent", "delivered", "read"]));
}
