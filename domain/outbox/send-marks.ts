import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import { riseToMarks } from "./chat-marks.ts";

const { messages } = schema;

/** A message handed to the channel and not accepted within this time is due again, with the same provider id. */
const ACCEPT_WITHIN_MS = 30_000;

const own = (ctx: DeskContext, messageId: string) =>
  and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId));

/** Before the channel gets it, with the words it has by now. Null: it was discarded, deleted or accepted meanwhile, do not send. */
export async function markSending(
  ctx: DeskContext,
  sending: { messageId: string; chatKey: string; providerId: string },
): Promise<{ body: string } | null> {
  const [marked] = await ctx.db
    .update(messages)
    .set({
      chatKey: sending.chatKey,
      providerId: sending.providerId,
      sendTries: sql`${messages.sendTries} + 1`,
      sendAfter: new Date(ctx.now.getTime() + ACCEPT_WITHIN_MS),
    })
    .where(and(own(ctx, sending.messageId), isNotNull(messages.sendAfter), eq(messages.isDeleted, false)))
    .returning({ body: messages.body });
  return marked ?? null;
}

/**
 * The channel has it. An acknowledgement that comes after a failure was declared makes it accepted again. `givenId`:
 * what the channel itself calls the message from now on.
 */
export async function markAccepted(
  ctx: DeskContext,
  accepted: { connectionId: string; providerId: string; at: Date; givenId?: string },
): Promise<void> {
  const [named] = await ctx.db
    .update(messages)
    .set({
      ...(accepted.givenId && { providerId: accepted.givenId }),
      ack: sql`greatest(${messages.ack}, 1)`,
      acceptedAt: sql`coalesce(${messages.acceptedAt}, ${accepted.at.toISOString()}::timestamptz)`,
      errorCode: null,
      // A pending revocation stays due.
      sendAfter: sql`case when ${messages.isDeleted} then ${messages.sendAfter} end`,
    })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, accepted.connectionId),
        eq(messages.providerId, accepted.providerId),
        eq(messages.fromMe, true),
        or(eq(messages.ack, 0), isNotNull(messages.errorCode), isNull(messages.acceptedAt)),
      ),
    )
    .returning({ chatKey: messages.chatKey });
  // A channel that names messages itself tells of chats, not of messages, how far they were read.
  if (accepted.givenId && named?.chatKey)
    await riseToMarks(ctx, { connectionId: accepted.connectionId, chatKey: named.chatKey });
}

/** It will not go by itself any more; what the channel already accepted cannot fail. */
export async function markFailed(ctx: DeskContext, failed: { messageId: string; code: string }): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ errorCode: failed.code, sendAfter: null })
    .where(and(own(ctx, failed.messageId), eq(messages.ack, 0), isNotNull(messages.sendAfter)));
}

/** Not now: it keeps its place, and what its contact gets after it waits too. */
export async function postponeSend(ctx: DeskContext, postponed: { messageId: string; until: Date }): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ sendAfter: postponed.until })
    .where(and(own(ctx, postponed.messageId), isNotNull(messages.sendAfter)));
}

/**
 * Whoever awaited these acknowledgements is gone: what was under way is unknown, and goes again, at once or after a
 * rest, in which whatever the former owner still does comes to its end.
 */
export async function resumeSends(ctx: DeskContext, connectionId: string, afterMs = 0): Promise<void> {
  const shifted = (ms: number) => new Date(ctx.now.getTime() + ms);
  await ctx.db
    .update(messages)
    .set({ sendAfter: shifted(afterMs) })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        gt(messages.sendAfter, shifted(-afterMs)),
        isNotNull(messages.providerId),
      ),
    );
}

/** The channel took the message back, or will never: it is not asked again. */
export async function markRevoked(ctx: DeskContext, revoked: { messageId: string }): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ sendAfter: null })
    .where(and(own(ctx, revoked.messageId), eq(messages.isDeleted, true)));
}
