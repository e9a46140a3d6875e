import type { DraftSend } from "../../../contracts/desk/drafts.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { laterDraftRev, ownIn } from "./own-draft.ts";

const { drafts, sentDrafts } = schema;

/**
 * Clears the actor's shared draft in a ticket, because a message or a schedule sends it, and tells the actor's other
 * devices which text was sent. A draft that another device has changed since the sender saw it stays. Does nothing when
 * no draft was shared: then no other device has it.
 */
export async function markDraftSent(ctx: Context, ticketId: string, { text, baseRev, writerId }: DraftSend) {
  const own = ownIn(ctx, drafts, ticketId);
  const [present] = await ctx.db.select().from(drafts).where(own).for("no key update");
  if (!present) return;
  const isAnother = present.writerId !== writerId && present.text !== text;
  const stays = isAnother && (await laterDraftRev(ctx, ticketId, baseRev)) !== null;
  if (!stays) await ctx.db.delete(drafts).where(own);
  const sent = { text, baseRev, writerId, sentAt: ctx.now };
  await ctx.db
    .insert(sentDrafts)
    .values({ companyId: ctx.companyId, userId: ctx.actor.id, ticketId, ...sent })
    .onConflictDoUpdate({ target: [sentDrafts.companyId, sentDrafts.userId, sentDrafts.ticketId], set: sent });
}
