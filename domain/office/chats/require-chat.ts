import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { chats, chatMembers } = schema;

export type ChatRow = typeof chats.$inferSelect;
export type MemberRow = typeof chatMembers.$inferSelect;

export const oneChat = (ctx: Pick<Context, "companyId">, id: string) =>
  and(eq(chats.companyId, ctx.companyId), eq(chats.id, id));

/** The condition for the actor's own membership of a chat. */
export const ownMembership = (ctx: Context, chatId: string) =>
  and(eq(chatMembers.companyId, ctx.companyId), eq(chatMembers.chatId, chatId), eq(chatMembers.userId, ctx.actor.id));

/**
 * Refuses with `UNAUTHORIZED` unless the actor is a member. A chat that does not exist gets the same answer: a
 * non-member does not learn which chats exist.
 */
export async function requireMember(ctx: Context, chatId: string): Promise<MemberRow> {
  const [member] = await ctx.db.select().from(chatMembers).where(ownMembership(ctx, chatId));
  if (!member) throw new DomainError("UNAUTHORIZED", { id: chatId });
  return member;
}

/** Returns a chat of which the actor is a member, locked until the transaction ends. */
export async function requireLockedChat(ctx: Context, id: string): Promise<ChatRow> {
  const [chat] = await ctx.db.select().from(chats).where(oneChat(ctx, id)).for("no key update");
  // After the lock: the member may have been removed while this transaction waited.
  await requireMember(ctx, id);
  if (!chat) throw new DomainError("UNAUTHORIZED", { id });
  return chat;
}

/** The same for the owner, who alone changes and deletes it. */
export async function requireOwnChat(ctx: Context, id: string): Promise<ChatRow> {
  const chat = await requireLockedChat(ctx, id);
  if (chat.ownerId !== ctx.actor.id) throw new DomainError("ERR_NO_PERMISSION", { id });
  return chat;
}
