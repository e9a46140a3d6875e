import { and, eq, isNotNull } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { forgetFiles } from "../../desk/file-rows/index.ts";
import type { Context } from "../../ground/context.ts";
import { oneChat, requireOwnChat } from "./require-chat.ts";

const { chatMessages, chats } = schema;

/** Deletes the actor's own chat with its messages, and their files that nothing else names. */
export async function deleteChat(ctx: Context, id: string): Promise<void> {
  await requireOwnChat(ctx, id);
  const named = await ctx.db
    .selectDistinct({ fileId: chatMessages.fileId })
    .from(chatMessages)
    .where(and(eq(chatMessages.companyId, ctx.companyId), eq(chatMessages.chatId, id), isNotNull(chatMessages.fileId)));
  await ctx.db.delete(chats).where(oneChat(ctx, id));
  await forgetFiles(
    ctx,
    named.flatMap(({ fileId }) => fileId ?? []),
  );
}
