import { and, eq, lt, ne } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type Push, pushText, wishesOf } from "./push-targets.ts";

const { chats, chatMembers, chatMessages } = schema;

/**
 * Returns the browsers to notify of a message of an internal chat, by the current state: those of the other members
 * who have not read it. The switch for the user's own tickets also holds for chats.
 */
export async function chatPushesFor(ctx: DeskContext, messageId: string): Promise<Push[]> {
  const [found] = await ctx.db
    .select({ message: chatMessages, title: chats.title })
    .from(chatMessages)
    .innerJoin(chats, and(eq(chats.companyId, chatMessages.companyId), eq(chats.id, chatMessages.chatId)))
    .where(and(eq(chatMessages.companyId, ctx.companyId), eq(chatMessages.id, messageId)));
  if (!found) return [];
  const { message, title } = found;
  const { chatId, userId: authorId, userName, seq } = message;
  // Its user has been deleted.
  if (!authorId) return [];
  const readers = await ctx.db
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(
      and(
        eq(chatMembers.companyId, ctx.companyId),
        eq(chatMembers.chatId, chatId),
        ne(chatMembers.userId, authorId),
        lt(chatMembers.readSeq, seq),
      ),
    );
  const name = title ? `${userName} · ${title}` : userName;
  const wishes = await wishesOf(ctx);
  return readers.flatMap(({ userId }) => {
    const wished = wishes.get(userId);
    if (!wished?.settings.mine) return [];
    const text = wished.settings.preview ? pushText(message) : "";
    return wished.subscriptions.map((subscription) => ({
      subscription,
      payload: { name, text, ticketId: null, chatId },
    }));
  });
}
