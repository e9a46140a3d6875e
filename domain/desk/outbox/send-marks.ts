import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { riseToMarks } from "./chat-marks.ts";

const { messages } = schema;

/** A message that is not accepted within this time is sent again with the same provider id. */
const ACCEPT_WITHIN_MS = 30_000;

const own = (ctx: DeskContext, messageId: string) =>
  and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId));

/**
 * Marks a message as being sent and returns its current content. Null: it was discarded, deleted or accepted
 * meanwhile, do not send.
 */
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

/** The channel has accepted it, also after a failure was declared. `givenId`: the channel's own id from now on. */
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
  // A channel that assigns ids reports reading per chat, not per message.
  if (accepted.givenId && named?.chatKey)
    await riseToMarks(ctx, { connectionId: accepted.connectionId, chatKey: named.chatKey });
}

/** It will not be retried; a message that the channel has accepted cannot fail. */
export async function markFailed(ctx: DeskContext, failed: { messageId: string; code: ErrorCode }): Promise<void> {
  await failUnsent(ctx, failed.code, eq(messages.id, failed.messageId));
}

/** Fails those of the company's messages to send for which all of `which` holds and that the channel has not accepted. */
export async function failUnsent(ctx: DeskContext, code: ErrorCode, ...which: [SQL, ...SQL[]]): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ errorCode: code, sendAfter: null })
    .where(and(eq(messages.companyId, ctx.companyId), ...which, eq(messages.ack, 0), isNotNull(messages.sendAfter)));
}

/** Postpones it: it keeps its position, and later messages to its contact wait as well. */
export async function postponeSend(ctx: DeskContext, postponed: { messageId: string; until: Date }): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ sendAfter: postponed.until })
    .where(and(own(ctx, postponed.messageId), isNotNull(messages.sendAfter)));
}

/**
 * The former owner's acknowledgements are lost: messages in progress have an unknown state and are sent again,
 * immediately or after a pause in which the former owner's work ends.
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
        eq(messages.isDeleted, false),
        isNotNull(messages.providerId),
      ),
    );
}
