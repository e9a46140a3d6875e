import { and, eq } from "drizzle-orm";
import type { ChatChange } from "../../../contracts/office/chats.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { addMembers } from "./add-members.ts";
import { type ChatRow, oneChat, requireOwnChat } from "./require-chat.ts";

const { chats, chatMembers } = schema;

/**
 * Changes the title and the members of the actor's own chat. The owner stays a member; a user who is both added and
 * removed is removed.
 */
export async function updateChat(ctx: Context, { chatId, title, add, remove }: ChatChange): Promise<ChatRow> {
  const chat = await requireOwnChat(ctx, chatId);
  const leaving = new Set(remove.filter((userId) => userId !== chat.ownerId));
  const joining = [...new Set(add)].filter((userId) => !leaving.has(userId));
  // First, so that a full chat can change one member for another.
  if (leaving.size > 0) {
    const ofChat = and(eq(chatMembers.companyId, ctx.companyId), eq(chatMembers.chatId, chatId));
    await ctx.db.delete(chatMembers).where(and(ofChat, isAnyOf(chatMembers.userId, [...leaving])));
  }
  await addMembers(ctx, chat, joining);
  if (title === undefined || title === chat.title) return chat;
  await ctx.db.update(chats).set({ title, updatedAt: ctx.now }).where(oneChat(ctx, chatId));
  return { ...chat, title, updatedAt: ctx.now };
}
