import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { NewChat } from "../../../contracts/office/chats.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { addMembers } from "./add-members.ts";
import { type ChatRow, requireOwnChat } from "./require-chat.ts";

const { chats } = schema;

/** Creates a chat of the actor, its owner, with other users. Idempotent by id. */
export async function createChat(ctx: Context, { id = uuidv7(), title = "", userIds }: NewChat): Promise<ChatRow> {
  const { companyId, actor, now } = ctx;
  requirePermission(ctx, "createChats");
  const others = [...new Set(userIds)].filter((userId) => userId !== actor.id);
  if (others.length === 0) throw new DomainError("ERR_CHAT_WITHOUT_MEMBERS");
  const [chat] = await ctx.db
    .insert(chats)
    .values({ companyId, id, title, ownerId: actor.id, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!chat) return requireOwnChat(ctx, id);
  await addMembers(ctx, chat, [actor.id, ...others]);
  return chat;
}
