import { and, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { messages } = schema;
const AT_ONCE = 20;

/** Something that is told of a message after it has gone out; each turn takes the place of the one before. */
export type MessageTurn = { messageId: string; turn: number };

const columns = {
  reaction: {
    after: messages.reactionAfter,
    turn: messages.reactionTurn,
    due: (at: Date) => ({ reactionAfter: at }),
  },
  edit: { after: messages.editAfter, turn: messages.editTurn, due: (at: Date) => ({ editAfter: at }) },
};

export function turnsOf(what: keyof typeof columns) {
  const { after, turn, due } = columns[what];

  /** Only while it is still that one: a newer one is due by itself. */
  const ofTurn = (ctx: DeskContext, told: MessageTurn) =>
    and(eq(messages.companyId, ctx.companyId), eq(messages.id, told.messageId), eq(turn, told.turn), isNotNull(after));

  /** The messages of which something is due, of those that the channel has: one of ours must have gone out before. */
  function dueOf(ctx: DeskContext, connectionId: string) {
    return ctx.db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.companyId, ctx.companyId),
          eq(messages.connectionId, connectionId),
          isNotNull(after),
          lte(after, ctx.now),
          isNull(messages.sendAfter),
          isNull(messages.errorCode),
          eq(messages.isDeleted, false),
        ),
      )
      .orderBy(after)
      .limit(AT_ONCE);
  }

  /** False: another has taken its place meanwhile. */
  async function postpone(ctx: DeskContext, told: MessageTurn & { until: Date }): Promise<boolean> {
    const postponed = await ctx.db
      .update(messages)
      .set(due(told.until))
      .where(ofTurn(ctx, told))
      .returning({ id: messages.id });
    return postponed.length > 0;
  }

  /** Whoever awaited their acknowledgement is gone. */
  async function resume(ctx: DeskContext, connectionId: string): Promise<void> {
    await ctx.db
      .update(messages)
      .set(due(ctx.now))
      .where(and(eq(messages.companyId, ctx.companyId), eq(messages.connectionId, connectionId), gt(after, ctx.now)));
  }

  return { ofTurn, dueOf, postpone, resume };
}
