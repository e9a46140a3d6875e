import { and, asc, count, eq, max } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { MAX_CHAT_MEMBERS } from "../../../contracts/office/chats.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import type { ChatRow } from "./require-chat.ts";

const { chatMembers, users } = schema;

/**
 * Adds users to a chat that this transaction has locked or created. They see its whole history, with nothing unread.
 * Users who are members already stay as they are.
 */
export async function addMembers(ctx: Context, chat: ChatRow, userIds: readonly string[]): Promise<void> {
  const { db, companyId } = ctx;
  if (userIds.length === 0) return;
  await requireUsers(ctx, userIds);
  const ofChat = and(eq(chatMembers.companyId, companyId), eq(chatMembers.chatId, chat.id));
  const [present] = await db
    .select({ last: max(chatMembers.joinOrder) })
    .from(chatMembers)
    .where(ofChat);
  const first = (present?.last ?? 0) + 1;
  const rows = userIds.map((userId, at) => ({
    companyId,
    chatId: chat.id,
    userId,
    joinOrder: first + at,
    readSeq: chat.lastSeq,
  }));
  await db.insert(chatMembers).values(rows).onConflictDoNothing();
  const [members] = await db.select({ count: count() }).from(chatMembers).where(ofChat);
  if ((members?.count ?? 0) > MAX_CHAT_MEMBERS) throw new DomainError("ERR_CHAT_FULL", { limit: MAX_CHAT_MEMBERS });
}

/** The lock keeps the users until the transaction ends, in one order for all transactions. */
async function requireUsers(ctx: Context, userIds: readonly string[]): Promise<void> {
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), isAnyOf(users.id, userIds)))
    .orderBy(asc(users.id))
    .for("key share");
  const known = new Set(found.map(({ id }) => id));
  const id = userIds.find((userId) => !known.has(userId));
  if (id) throw new DomainError("ERR_NO_USER_FOUND", { id });
}
