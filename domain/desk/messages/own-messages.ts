import { and, eq, inArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { channelAbilities } from "../../../contracts/desk/channel-abilities.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { enqueue, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type MessageRowDb, notifyOutbox } from "../outbox/index.ts";
import { changeRow, newestSaid } from "../ticket-rows/index.ts";
import { requireTicket } from "../tickets/index.ts";
import { one, requireWritableMessage } from "./require-message.ts";

const { messages, messageVersions, connections } = schema;

async function requireFailed(ctx: Context, id: string): Promise<MessageRowDb> {
  const { message } = await requireWritableMessage(ctx, id);
  if (!message.errorCode) throw new DomainError("ERR_MESSAGE_NOT_FAILED", { id });
  return message;
}

/** Retries a failed message: the same message with the same provider id. */
export async function retryMessage(
  ctx: Context,
  { messageId }: { messageId: string; ticketId?: string },
): Promise<MessageRowDb> {
  const failed = await requireFailed(ctx, messageId);
  const [retried] = await ctx.db
    .update(messages)
    .set({ errorCode: null, sendAfter: ctx.now })
    .where(one(ctx, messageId))
    .returning();
  if (failed.connectionId) await notifyOutbox(ctx, failed.connectionId);
  return retried ?? failed;
}

/** Discards a failed message, at its author's request. */
export async function discardMessage(
  ctx: Context,
  { messageId }: { messageId: string; ticketId?: string },
): Promise<void> {
  const message = await requireFailed(ctx, messageId);
  await ctx.db.delete(messages).where(one(ctx, messageId));
  const ticket = await requireTicket(ctx, message.ticketId);
  if (ticket.lastMessageId !== messageId) return;
  const last = await newestSaid(ctx, ticket.id);
  await changeRow(ctx, ticket.id, {
    lastMessageId: last?.id ?? null,
    lastMessageAt: last?.createdAt ?? ticket.createdAt,
  });
}

/**
 * Deletes an own message for everyone: agents see it struck through, and the channel is asked to delete it. One that
 * was never given to the channel is not sent.
 */
export async function deleteMessage(ctx: Context, id: string): Promise<MessageRowDb> {
  const { message } = await requireWritableMessage(ctx, id);
  if (!message.fromMe) throw new DomainError("ERR_DELETE_WAPP_MSG", { id });
  if (message.isDeleted) return message;
  const isWithChannel = message.providerId !== null && message.errorCode === null;
  if (isWithChannel && !(await canTakeBack(ctx, message)))
    throw new DomainError("ERR_CHANNEL_CANNOT_TAKE_BACK", { id });
  await ctx.db.insert(messageVersions).values({
    companyId: ctx.companyId,
    id: uuidv7(),
    messageId: id,
    body: message.body,
    cause: "delete",
    at: ctx.now,
  });
  const [deleted] = await ctx.db
    .update(messages)
    .set({ isDeleted: true, sendAfter: isWithChannel ? ctx.now : null, editAfter: null, channelBody: null })
    .where(one(ctx, id))
    .returning();
  if (isWithChannel && message.connectionId) await notifyOutbox(ctx, message.connectionId);
  return deleted ?? message;
}

async function canTakeBack(ctx: Context, { connectionId }: MessageRowDb): Promise<boolean> {
  if (!connectionId) return true;
  const [connection] = await ctx.db
    .select({ channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, connectionId)));
  return channelAbilities[connection?.channel ?? "whatsapp"].takesBack;
}

/** Requests a message's media from the channel: not downloaded yet, or failed. */
export async function fetchMediaAgain(ctx: Context, id: string): Promise<MessageRowDb> {
  const [found] = await ctx.db.select().from(messages).where(one(ctx, id));
  if (!found) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
  await requireTicket(ctx, found.ticketId);
  const isAbsent = found.mediaState === "failed" || found.mediaState === "remote";
  if (!isAbsent || !found.connectionId) return found;
  const [asked] = await ctx.db
    .update(messages)
    .set({ mediaState: "pending", mediaError: null })
    .where(and(one(ctx, id), inArray(messages.mediaState, ["failed", "remote"])))
    .returning();
  if (!asked) return found;
  await enqueue(ctx.db, "media.fetch", {
    companyId: ctx.companyId,
    connectionId: found.connectionId,
    messageId: id,
  });
  return asked;
}
