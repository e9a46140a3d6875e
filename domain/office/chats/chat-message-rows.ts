import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { CHAT_TAIL, type ChatMessageRow } from "../../../contracts/office/chats.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import type { ChatMessageRowDb } from "./send-chat-message.ts";

const { chatMembers, chatMessages } = schema;
const quoted = alias(chatMessages, "quoted");

/** Returns messages of chats of which the actor is a member, in the order of their chat. */
export async function chatMessageRows(ctx: Context, ids: readonly string[]): Promise<ChatMessageRow[]> {
  const rows = await chatRowsOf(ctx, ids);
  const chatIds = [...new Set(rows.map(({ chatId }) => chatId))];
  if (chatIds.length === 0) return [];
  const own = await ctx.db
    .select({ chatId: chatMembers.chatId })
    .from(chatMembers)
    .where(
      and(
        eq(chatMembers.companyId, ctx.companyId),
        eq(chatMembers.userId, ctx.actor.id),
        isAnyOf(chatMembers.chatId, chatIds),
      ),
    );
  const seen = new Set(own.map(({ chatId }) => chatId));
  return rows.filter(({ chatId }) => seen.has(chatId));
}

/** Returns messages that exist, in the order of their chat, without a check of the user. */
export async function chatRowsOf(ctx: DeskContext, ids: readonly string[]): Promise<ChatMessageRow[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({ message: chatMessages, quoted })
    .from(chatMessages)
    .leftJoin(quoted, and(eq(quoted.companyId, chatMessages.companyId), eq(quoted.id, chatMessages.quotedId)))
    .where(and(eq(chatMessages.companyId, ctx.companyId), isAnyOf(chatMessages.id, ids)))
    .orderBy(asc(chatMessages.seq));
  return rows.map(({ message, quoted }) => toRow(message, quoted));
}

export type ChatTail = { messages: ChatMessageRow[]; hasOlder: boolean };

/** Returns the newest messages of chats of which the actor is a member, oldest first. */
export async function chatTails(ctx: Context, chatIds: readonly string[]): Promise<Map<string, ChatTail>> {
  if (chatIds.length === 0) return new Map();
  const found = await ctx.db.execute<{ chat_id: string; ids: string[] }>(sql`
    select "chat_members".chat_id,
      (select coalesce(json_agg(m.id order by m.seq desc), '[]') from (
        select id, seq from ${chatMessages} m
        where m.company_id = ${ctx.companyId} and m.chat_id = "chat_members".chat_id
        order by seq desc limit ${CHAT_TAIL + 1}) m) as ids
    from ${chatMembers}
    where "chat_members".company_id = ${ctx.companyId}::uuid and "chat_members".user_id = ${ctx.actor.id}::uuid
      and ${isAnyOf(chatMembers.chatId, chatIds)}`);
  const wanted = found.flatMap(({ ids }) => ids.slice(0, CHAT_TAIL));
  const byChat = Map.groupBy(await chatMessageRows(ctx, wanted), ({ chatId }) => chatId);
  return new Map(
    found.map(({ chat_id, ids }) => [
      chat_id,
      { messages: byChat.get(chat_id) ?? [], hasOlder: ids.length > CHAT_TAIL },
    ]),
  );
}

/** Returns a page of a chat, oldest first. The caller has checked that the actor is a member. */
export async function newestBefore(
  ctx: Context,
  chatId: string,
  { before, limit, offset = 0 }: { before?: number; limit: number; offset?: number },
): Promise<{ messages: ChatMessageRow[]; hasMore: boolean }> {
  const found = await ctx.db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.companyId, ctx.companyId),
        eq(chatMessages.chatId, chatId),
        before === undefined ? undefined : lt(chatMessages.seq, before),
      ),
    )
    .orderBy(desc(chatMessages.seq))
    .limit(limit + 1)
    .offset(offset);
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { messages: await chatMessageRows(ctx, ids), hasMore: found.length > limit };
}

function toRow(message: ChatMessageRowDb, quoted: ChatMessageRowDb | null): ChatMessageRow {
  const { id, chatId, userId, userName, body, mediaType, seq } = message;
  return {
    id,
    chatId,
    userId,
    userName,
    body,
    mediaType,
    media: mediaOf(message),
    quoted: quoted && { id: quoted.id, body: quoted.body, mediaType: quoted.mediaType, author: quoted.userName },
    createdAt: message.createdAt.toISOString(),
    seq,
  };
}

function mediaOf({ fileId, mediaName, mediaMimetype, mediaSize }: ChatMessageRowDb): ChatMessageRow["media"] {
  if (!fileId) return null;
  return {
    fileId,
    name: mediaName ?? "",
    mimetype: mediaMimetype ?? "application/octet-stream",
    size: mediaSize ?? 0,
    seconds: null,
    waveform: null,
    state: "ready",
  };
}
