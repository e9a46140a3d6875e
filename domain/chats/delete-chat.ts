import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { oneChat, requireOwnChat } from "./require-chat.ts";

/** Deletes the actor's own chat with its messages. Their files are deleted as unused uploads. */
export async function deleteChat(ctx: Context, id: string): Promise<void> {
  await requireOwnChat(ctx, id);
  await ctx.db.delete(schema.chats).where(oneChat(ctx, id));
}
