import { and, asc, eq, ne } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { oneChat } from "./require-chat.ts";

const { chats, chatMembers, chatMessages } = schema;

/**
 * Takes a user who is being deleted out of all chats: each of their own chats goes to the member who joined first, and
 * is deleted without another member. Their messages keep the name.
 */
export async function leaveChats(ctx: DeskContext, userId: string): Promise<void> {
  const { db, companyId } = ctx;
  const own = await db
    .select({ chatId: chatMembers.chatId })
    .from(chatMembers)
    .where(and(eq(chatMembers.companyId, companyId), eq(chatMembers.userId, userId)));
  const chatIds = own.map(({ chatId }) => chatId);
  if (chatIds.length > 0) await lockChats(ctx, chatIds);
  const owned = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.companyId, companyId), eq(chats.ownerId, userId)));
  for (const { id } of owned) await passOn(ctx, id, userId);
  await db.delete(chatMembers).where(and(eq(chatMembers.companyId, companyId), eq(chatMembers.userId, userId)));
  await db
    .update(chatMessages)
    .set({ userId: null })
    .where(and(eq(chatMessages.companyId, companyId), eq(chatMessages.userId, userId)));
}

/** In the order of their ids: two users who are deleted at once do not wait for each other. */
async function lockChats(ctx: DeskContext, ids: readonly string[]): Promise<void> {
  await ctx.db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.companyId, ctx.companyId), isAnyOf(chats.id, ids)))
    .orderBy(asc(chats.id))
    .for("no key update");
}

async function passOn(ctx: DeskContext, chatId: string, userId: string): Promise<void> {
  const [next] = await ctx.db
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(
      and(eq(chatMembers.companyId, ctx.companyId), eq(chatMembers.chatId, chatId), ne(chatMembers.userId, userId)),
    )
    .orderBy(asc(chatMembers.joinOrder))
    .limit(1);
  if (next) await ctx.db.update(chats).set({ ownerId: next.userId }).where(oneChat(ctx, chatId));
  else await ctx.db.delete(chats).where(oneChat(ctx, chatId));
}
