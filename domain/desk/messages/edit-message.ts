import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { editRefusal, type MessageEdit } from "../../../contracts/desk/bodies/message-edit.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type MessageRowDb, notifyOutbox } from "../outbox/index.ts";
import { isHiddenFrom } from "../tickets/index.ts";
import { one, requireWritableMessage } from "./require-message.ts";

const { messages, messageVersions, connections } = schema;

/**
 * Edits an outgoing message. One that was never given to the channel is sent with the new text. For others the
 * channel gets the latest edit once it has the message, and the earlier text is kept as a version.
 */
export async function editMessage(ctx: Context, { messageId, body }: MessageEdit): Promise<MessageRowDb> {
  const { message, ticket } = await requireWritableMessage(ctx, messageId);
  if (isHiddenFrom(ctx.actor, message, ticket)) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id: messageId });
  if (ticket.status === "closed") throw new DomainError("ERR_TICKET_CLOSED", { id: ticket.id });
  const { connectionId } = message;
  const channel = await channelOf(ctx, connectionId);
  const refusal = editRefusal(message, { editor: ctx.actor, channel, now: ctx.now.getTime() });
  if (refusal) throw new DomainError(refusal, { id: messageId });
  if (message.mediaType === "chat" && !body.trim()) throw new DomainError("ERR_MESSAGE_EMPTY");
  if (message.body === body) return message;
  const isWithChannel = message.providerId !== null;
  if (isWithChannel) await keepVersion(ctx, message);
  const [edited] = await ctx.db
    .update(messages)
    .set({ body, ...(isWithChannel && pendingEditOf(ctx, message)) })
    .where(one(ctx, messageId))
    .returning();
  if (isWithChannel && connectionId) await notifyOutbox(ctx, connectionId);
  return edited ?? message;
}

const pendingEditOf = (ctx: Context, { body, editAfter, editTurn, channelBody }: MessageRowDb) => ({
  editedAt: ctx.now,
  editAfter: ctx.now,
  editTurn: editTurn + 1,
  channelBody: editAfter === null ? body : channelBody,
});

/** Null: the connection was deleted. */
async function channelOf(ctx: Context, connectionId: string | null) {
  if (!connectionId) return null;
  const [connection] = await ctx.db
    .select({ channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, connectionId)));
  return connection?.channel ?? null;
}

async function keepVersion(ctx: Context, { id: messageId, body }: MessageRowDb): Promise<void> {
  const version = { companyId: ctx.companyId, id: uuidv7(), messageId, body, cause: "edit" as const, at: ctx.now };
  await ctx.db.insert(messageVersions).values(version);
}
