import { and, desc, eq, sql } from "drizzle-orm";
import type { ChatDocument } from "../../../contracts/office/chats.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { membersOf } from "./members-of.ts";

const { chats, chatMembers, chatMessages } = schema;

export type ChatContent = Omit<ChatDocument, "rev">;

/** The last message in lists is cut to so many characters. */
const MAX_PREVIEW = 200;

/** Returns chats as the actor, a member of each, sees them; in the order of `ids`. */
export async function chatDocuments(ctx: Context, ids: readonly string[]): Promise<ChatContent[]> {
  if (ids.length === 0) return [];
  const found = await ctx.db
    .select({ chat: chats, readSeq: chatMembers.readSeq, last: chatMessages })
    .from(chats)
    .innerJoin(chatMembers, and(eq(chatMembers.companyId, chats.companyId), eq(chatMembers.chatId, chats.id)))
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.companyId, chats.companyId),
        eq(chatMessages.chatId, chats.id),
        eq(chatMessages.seq, chats.lastSeq),
      ),
    )
    .where(and(eq(chats.companyId, ctx.companyId), isAnyOf(chats.id, ids), eq(chatMembers.userId, ctx.actor.id)));
  const seen = found.map(({ chat }) => chat.id);
  const members = await membersOf(ctx, seen);
  const contents = found.map(({ chat, readSeq, last }): ChatContent => {
    return {
      id: chat.id,
      title: chat.title,
      ownerId: chat.ownerId,
      members: (members.get(chat.id) ?? []).map(({ userId, name }) => ({ userId, name })),
      lastMessage: last && {
        userId: last.userId,
        userName: last.userName,
        body: cut(last.body),
        mediaType: last.mediaType,
        createdAt: last.createdAt.toISOString(),
      },
      lastSeq: chat.lastSeq,
      readSeq,
      unread: members.get(chat.id)?.find(({ userId }) => userId === ctx.actor.id)?.unread ?? 0,
      createdAt: chat.createdAt.toISOString(),
      updatedAt: chat.updatedAt.toISOString(),
    };
  });
  const byId = new Map(contents.map((content) => [content.id, content]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** By characters, so that no emoji is cut in half. */
const cut = (body: string) => (body.length <= MAX_PREVIEW ? body : [...body].slice(0, MAX_PREVIEW).join(""));

export type ChatPosition = [at: string, id: string];

/** Returns a page of the actor's chats for a device, newest first. `before`: where the last page ended. */
export function windowChats(
  ctx: Context,
  before: ChatPosition | undefined,
  limit: number,
): Promise<{ at: string; id: string }[]> {
  const [at, id] = before ?? [];
  return ctx.db
    .select({ at: sql<string>`${chats.updatedAt}::text`, id: chats.id })
    .from(chats)
    .innerJoin(chatMembers, and(eq(chatMembers.companyId, chats.companyId), eq(chatMembers.chatId, chats.id)))
    .where(
      and(
        eq(chats.companyId, ctx.companyId),
        eq(chatMembers.userId, ctx.actor.id),
        before ? sql`(${chats.updatedAt}, ${chats.id}) < (${at}::timestamptz, ${id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(chats.updatedAt), desc(chats.id))
    .limit(limit);
}
