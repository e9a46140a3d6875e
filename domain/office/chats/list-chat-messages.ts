import type { ChatMessageRow } from "../../../contracts/office/chats.ts";
import type { Context } from "../../ground/context.ts";
import { newestBefore } from "./chat-message-rows.ts";
import { requireMember } from "./require-chat.ts";

/** Returns a page of a chat, oldest first: page 1, 2, … from the newest. */
export async function listChatMessages(
  ctx: Context,
  chatId: string,
  { page = 1 }: { page?: number },
  limit = 20,
): Promise<{ messages: ChatMessageRow[]; hasMore: boolean }> {
  await requireMember(ctx, chatId);
  return newestBefore(ctx, chatId, { limit, offset: (page - 1) * limit });
}
