import { and, asc, count, eq, gt } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { chats, chatMembers, chatMessages, users } = schema;

/** `unread`: messages of others after the member's position. */
export type ChatMember = { userId: string; name: string; unread: number };

/** Returns the members of each chat in order of joining. */
export async function membersOf(ctx: DeskContext, chatIds: readonly string[]): Promise<Map<string, ChatMember[]>> {
  if (chatIds.length === 0) return new Map();
  const ofChats = and(eq(chatMembers.companyId, ctx.companyId), isAnyOf(chatMembers.chatId, chatIds));
  const rows = await ctx.db
    .select({
      chatId: chatMembers.chatId,
      userId: chatMembers.userId,
      name: users.name,
      readSeq: chatMembers.readSeq,
      lastSeq: chats.lastSeq,
    })
    .from(chatMembers)
    .innerJoin(chats, and(eq(chats.companyId, chatMembers.companyId), eq(chats.id, chatMembers.chatId)))
    .innerJoin(users, and(eq(users.companyId, chatMembers.companyId), eq(users.id, chatMembers.userId)))
    .where(ofChats)
    .orderBy(asc(chatMembers.joinOrder));
  const own = await ctx.db
    .select({ chatId: chatMembers.chatId, userId: chatMembers.userId, count: count() })
    .from(chatMembers)
    .innerJoin(
      chatMessages,
      and(
        eq(chatMessages.companyId, chatMembers.companyId),
        eq(chatMessages.userId, chatMembers.userId),
        eq(chatMessages.chatId, chatMembers.chatId),
        gt(chatMessages.seq, chatMembers.readSeq),
      ),
    )
    .where(ofChats)
    .groupBy(chatMembers.chatId, chatMembers.userId);
  const ownAfterReading = new Map(own.map(({ chatId, userId, count }) => [`${chatId} ${userId}`, count]));
  // The numbers have no gaps: only the own messages after the position are counted, and few are read.
  const members = rows.map(({ chatId, userId, name, readSeq, lastSeq }) => ({
    chatId,
    userId,
    name,
    unread: lastSeq - readSeq - (ownAfterReading.get(`${chatId} ${userId}`) ?? 0),
  }));
  const byChat = Map.groupBy(members, ({ chatId }) => chatId);
  return new Map([...byChat].map(([id, own]) => [id, own.map(({ chatId: _chatId, ...member }) => member)]));
}
