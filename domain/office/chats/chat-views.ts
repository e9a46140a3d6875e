import { and, eq } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type ChatMember, membersOf } from "./members-of.ts";
import type { ChatRow } from "./require-chat.ts";

const { chats, chatMessages } = schema;

/** A chat with the position of each member, for integrators and live events. `lastBody`: '' without a message. */
export type ChatView = ChatRow & { members: ChatMember[]; lastBody: string };

/** Returns chats that exist, in the order of `ids`, without a check of the user. */
export async function chatViews(ctx: DeskContext, ids: readonly string[]): Promise<ChatView[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({ chat: chats, lastBody: chatMessages.body })
    .from(chats)
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.companyId, chats.companyId),
        eq(chatMessages.chatId, chats.id),
        eq(chatMessages.seq, chats.lastSeq),
      ),
    )
    .where(and(eq(chats.companyId, ctx.companyId), isAnyOf(chats.id, ids)));
  const members = await membersOf(ctx, ids);
  const views = rows.map(({ chat, lastBody }) => ({
    ...chat,
    members: members.get(chat.id) ?? [],
    lastBody: lastBody ?? "",
  }));
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
