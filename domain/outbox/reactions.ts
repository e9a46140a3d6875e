import { and, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { messages } = schema;

export type OutgoingReaction = {
  messageId: string;
  turn: number;
  chatKey: string;
  providerId: string;
  fromMe: boolean;
  /** Who wrote the message, in a group. */
  author: string | null;
  /** '' takes it back. */
  emoji: string;
};

/** Our reactions that the channel does not have yet, to messages that it has. */
export async function nextReactions(ctx: DeskContext, connectionId: string): Promise<OutgoingReaction[]> {
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        isNotNull(messages.reactionAfter),
        lte(messages.reactionAfter, ctx.now),
        // One of ours must have gone out before.
        isNull(messages.sendAfter),
        isNull(messages.errorCode),
        eq(messages.isDeleted, false),
      ),
    )
    .limit(20);
  return rows.flatMap(({ id, chatKey, providerId, reactionTurn, fromMe, author, reactions }) => {
    if (!chatKey || !providerId) return [];
    const emoji = reactions.find((reaction) => reaction.by === "me")?.emoji ?? "";
    return [{ messageId: id, turn: reactionTurn, chatKey, providerId, fromMe, author, emoji }];
  });
}

export type ReactionTurn = { messageId: string; turn: number };

/** Only while it is still that one: a newer one is due by itself. */
const ofTurn = (ctx: DeskContext, { messageId, turn }: ReactionTurn) =>
  and(
    eq(messages.companyId, ctx.companyId),
    eq(messages.id, messageId),
    eq(messages.reactionTurn, turn),
    isNotNull(messages.reactionAfter),
  );

/** False: another has taken its place meanwhile. */
export async function postponeReaction(ctx: DeskContext, reaction: ReactionTurn & { until: Date }): Promise<boolean> {
  const postponed = await ctx.db
    .update(messages)
    .set({ reactionAfter: reaction.until })
    .where(ofTurn(ctx, reaction))
    .returning({ id: messages.id });
  return postponed.length > 0;
}

/** The channel has it, or will never take it. */
export async function markReacted(ctx: DeskContext, reaction: ReactionTurn): Promise<void> {
  await ctx.db.update(messages).set({ reactionAfter: null }).where(ofTurn(ctx, reaction));
}

/** Whoever awaited their acknowledgement is gone. */
export async function resumeReactions(ctx: DeskContext, connectionId: string): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ reactionAfter: ctx.now })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        gt(messages.reactionAfter, ctx.now),
      ),
    );
}
