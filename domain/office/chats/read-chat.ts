import { and, lt } from "drizzle-orm";
import type { ChatReading } from "../../../contracts/office/chats.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { oneChat, ownMembership, requireMember } from "./require-chat.ts";

const { chats, chatMembers } = schema;

/** Marks a chat as read by the actor up to a message, and never back. A `seq` after the newest message means that one. */
export async function readChat(ctx: Context, { chatId, seq }: ChatReading): Promise<void> {
  await requireMember(ctx, chatId);
  const [chat] = await ctx.db.select({ lastSeq: chats.lastSeq }).from(chats).where(oneChat(ctx, chatId));
  const readSeq = Math.min(seq, chat?.lastSeq ?? 0);
  await ctx.db
    .update(chatMembers)
    .set({ readSeq })
    .where(and(ownMembership(ctx, chatId), lt(chatMembers.readSeq, readSeq)));
}
