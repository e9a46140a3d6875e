import { and, desc, eq, sql } from "drizzle-orm";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { containing } from "../../ground/containing.ts";
import type { Context } from "../../ground/context.ts";
import { type ChatView, chatViews } from "./chat-views.ts";
import { requireMember } from "./require-chat.ts";

const { chats, chatMembers, users } = schema;

const PAGE_SIZE = 20;

/** Returns a page of the actor's chats, newest first; every search word is in the title or in the name of a member. */
export async function listChats(
  ctx: Context,
  { search = "", page = 1 }: { search?: string; page?: number },
): Promise<{ chats: ChatView[]; hasMore: boolean }> {
  const found = await ctx.db
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(chatMembers, and(eq(chatMembers.companyId, chats.companyId), eq(chatMembers.chatId, chats.id)))
    .where(
      and(
        eq(chats.companyId, ctx.companyId),
        eq(chatMembers.userId, ctx.actor.id),
        ...searchWords(search).map((word) => saysWord(ctx, word)),
      ),
    )
    .orderBy(desc(chats.updatedAt), desc(chats.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  const ids = found.slice(0, PAGE_SIZE).map(({ id }) => id);
  return { chats: await chatViews(ctx, ids), hasMore: found.length > PAGE_SIZE };
}

/** Returns a chat of which the actor is a member. */
export async function getChat(ctx: Context, id: string): Promise<ChatView> {
  await requireMember(ctx, id);
  const [view] = await chatViews(ctx, [id]);
  if (!view) throw new Error("a chat has a member and no row");
  return view;
}

function saysWord({ companyId }: Context, word: string) {
  const pattern = containing(word);
  return sql`(searchable(${chats.title}) like ${pattern} or exists (select 1 from ${chatMembers} as named
    join ${users} as person on person.company_id = ${companyId}::uuid and person.id = named.user_id
    where named.company_id = ${companyId}::uuid and named.chat_id = ${chats.id} and searchable(person.name) like ${pattern}))`;
}
