import { and, eq, inArray, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages, chatMarks } = schema;

export type Chat = { connectionId: string; chatKey: string };
export type Watermark = Chat & {
  ack: 2 | 3;
  /** Everything up to then; null: only the named messages, or everything before the last of them. */
  until: Date | null;
  givenIds: readonly string[];
};

/**
 * Raises the delivery status of all our messages in a chat up to a point, never lowering it. The mark is stored,
 * because a person with the chat open reads a message before the channel's acceptance reaches us.
 */
export async function applyWatermark(ctx: DeskContext, mark: Watermark): Promise<void> {
  const { connectionId, chatKey, ack, until, givenIds } = mark;
  const upToId = until ? null : givenIds.at(-1);
  if (until || upToId)
    await ctx.db
      .insert(chatMarks)
      .values({ companyId: ctx.companyId, connectionId, chatKey, ack, until, upToId })
      .onConflictDoUpdate({
        target: [chatMarks.companyId, chatMarks.connectionId, chatMarks.chatKey, chatMarks.ack],
        set: { until: sql`greatest(${chatMarks.until}, excluded.until)`, upToId: sql`excluded.up_to_id` },
      });
  const at = until ?? ctx.now;
  if (givenIds.length > 0) await rise(ctx, mark, { ack, at, reached: inArray(messages.providerId, [...givenIds]) });
  await riseToMarks(ctx, mark);
}

/** Raises accepted messages to the chat's stored mark. */
export async function riseToMarks(ctx: DeskContext, chat: Chat): Promise<void> {
  const ofChat = and(
    eq(chatMarks.companyId, ctx.companyId),
    eq(chatMarks.connectionId, chat.connectionId),
    eq(chatMarks.chatKey, chat.chatKey),
  );
  const marks = await ctx.db.select().from(chatMarks).where(ofChat);
  for (const { ack, until, upToId } of marks) {
    const named = ctx.db
      .select({ at: max(messages.acceptedAt) })
      .from(messages)
      .where(and(ofOurs(ctx, chat), eq(messages.providerId, upToId ?? "")));
    const upTo = sql`greatest(${until?.toISOString() ?? null}::timestamptz, (${named}))`;
    await rise(ctx, chat, { ack, at: until ?? ctx.now, reached: sql`${messages.acceptedAt} <= ${upTo}` });
  }
}

type Rise = { ack: number; at: Date; reached: SQL };

const ofOurs = (ctx: DeskContext, { connectionId, chatKey }: Chat) =>
  and(
    eq(messages.companyId, ctx.companyId),
    eq(messages.connectionId, connectionId),
    eq(messages.chatKey, chatKey),
    eq(messages.fromMe, true),
    isNotNull(messages.providerId),
  );

async function rise(ctx: DeskContext, chat: Chat, { ack, at, reached }: Rise): Promise<void> {
  const then = sql`${at.toISOString()}::timestamptz`;
  await ctx.db
    .update(messages)
    .set({
      ack: sql`greatest(${messages.ack}, ${ack})`,
      deliveredAt: sql`coalesce(${messages.deliveredAt}, ${then})`,
      ...(ack === 3 && { readAt: sql`coalesce(${messages.readAt}, ${then})` }),
    })
    .where(
      and(
        ofOurs(ctx, chat),
        isNotNull(messages.acceptedAt),
        isNull(messages.errorCode),
        reached,
        sql`${messages.ack} < ${ack}`,
      ),
    );
}
