import { and, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages } = schema;
const AT_ONCE = 20;

/**
 * A change to a sent message that the channel has to get (an edit or a reaction); each turn replaces the previous
 * one.
 */
export type FollowUpVersion = { messageId: string; turn: number };

const columns = {
  reaction: {
    after: messages.reactionAfter,
    turn: messages.reactionTurn,
    due: (at: Date) => ({ reactionAfter: at }),
  },
  edit: { after: messages.editAfter, turn: messages.editTurn, due: (at: Date) => ({ editAfter: at }) },
};

export function followUpsOf(what: keyof typeof columns) {
  const { after, turn, due } = columns[what];

  /** Only if the turn is still current: a newer one is due by itself. */
  const ofVersion = (ctx: DeskContext, version: FollowUpVersion) =>
    and(
      eq(messages.companyId, ctx.companyId),
      eq(messages.id, version.messageId),
      eq(turn, version.turn),
      isNotNull(after),
    );

  /** The messages with a due turn, among those that the channel has. */
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

  /** Returns false when a newer turn has replaced it. */
  async function postpone(ctx: DeskContext, version: FollowUpVersion & { until: Date }): Promise<boolean> {
    const postponed = await ctx.db
      .update(messages)
      .set(due(version.until))
      .where(ofVersion(ctx, version))
      .returning({ id: messages.id });
    return postponed.length > 0;
  }

  /** Makes turns due again whose acknowledgement was lost with a former owner. */
  async function resume(ctx: DeskContext, connectionId: string): Promise<void> {
    await ctx.db
      .update(messages)
      .set(due(ctx.now))
      .where(and(eq(messages.companyId, ctx.companyId), eq(messages.connectionId, connectionId), gt(after, ctx.now)));
  }

  return { ofVersion, dueOf, postpone, resume };
}
