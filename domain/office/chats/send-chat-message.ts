import { and, eq, ne } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { NewChatMessage } from "../../../contracts/office/chats.ts";
import { enqueue, schema } from "../../../db/index.ts";
import { requireFile } from "../../desk/files/index.ts";
import { contentOfFile } from "../../desk/outbox/index.ts";
import type { Context } from "../../ground/context.ts";
import { oneChat, requireLockedChat, requireMember } from "./require-chat.ts";

const { chats, chatMembers, chatMessages, pushSubscriptions } = schema;

export type ChatMessageRowDb = typeof chatMessages.$inferSelect;

/** Stores a member's message with the chat's next `seq`. Idempotent by id. Parallel senders wait at the chat's row. */
export async function sendChatMessage(ctx: Context, wanted: NewChatMessage): Promise<ChatMessageRowDb> {
  const { id = uuidv7(), chatId, quotedId } = wanted;
  const sent = await findSent(ctx, id);
  if (sent) return sent;
  const content = await contentOf(ctx, wanted);
  const chat = await requireLockedChat(ctx, chatId);
  // The previous holder of the chat's lock may have stored this message.
  const meanwhile = await findSent(ctx, id);
  if (meanwhile) return meanwhile;
  if (quotedId) await requireQuotable(ctx, chatId, quotedId);
  const { companyId, actor, now } = ctx;
  const seq = chat.lastSeq + 1;
  await ctx.db.update(chats).set({ lastSeq: seq, updatedAt: now }).where(oneChat(ctx, chatId));
  const author = { userId: actor.id, userName: actor.name };
  const [message] = await ctx.db
    .insert(chatMessages)
    .values({ companyId, id, chatId, seq, ...author, ...content, quotedId, createdAt: now })
    .returning();
  if (!message) throw new Error("a chat message was not stored");
  if (await hasPushes(ctx, chatId)) await enqueue(ctx.db, "push.send", { companyId, messageId: id, isChat: true });
  return message;
}

/** Another chat's message, and another author's, is not the one that this call repeats. */
async function findSent(ctx: Context, id: string): Promise<ChatMessageRowDb | undefined> {
  const [message] = await ctx.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.companyId, ctx.companyId), eq(chatMessages.id, id)));
  if (!message) return;
  await requireMember(ctx, message.chatId);
  if (message.userId !== ctx.actor.id) throw new DomainError("ERR_NO_PERMISSION", { id });
  return message;
}

async function contentOf(ctx: Context, { body, fileId }: NewChatMessage) {
  if (fileId) return { body, ...fileColumns(contentOfFile(await requireFile(ctx, fileId))) };
  if (!body) throw new DomainError("ERR_MESSAGE_EMPTY");
  return { body };
}

const fileColumns = ({ mediaType, fileId, mediaName, mediaMimetype, mediaSize }: ReturnType<typeof contentOfFile>) => ({
  mediaType,
  fileId,
  mediaName,
  mediaMimetype,
  mediaSize,
});

async function requireQuotable(ctx: Context, chatId: string, id: string): Promise<void> {
  const [quoted] = await ctx.db
    .select({ chatId: chatMessages.chatId })
    .from(chatMessages)
    .where(and(eq(chatMessages.companyId, ctx.companyId), eq(chatMessages.id, id)));
  if (quoted?.chatId !== chatId) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
}

/** Whether a member other than the actor has a subscribed browser. */
async function hasPushes({ db, companyId, actor }: Context, chatId: string): Promise<boolean> {
  const [subscribed] = await db
    .select({ id: pushSubscriptions.id })
    .from(chatMembers)
    .innerJoin(
      pushSubscriptions,
      and(eq(pushSubscriptions.companyId, chatMembers.companyId), eq(pushSubscriptions.userId, chatMembers.userId)),
    )
    .where(and(eq(chatMembers.companyId, companyId), eq(chatMembers.chatId, chatId), ne(chatMembers.userId, actor.id)))
    .limit(1);
  return subscribed !== undefined;
}
