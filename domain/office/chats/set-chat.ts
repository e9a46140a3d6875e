import type { Context } from "../../ground/context.ts";
import { membersOf } from "./members-of.ts";
import { requireOwnChat } from "./require-chat.ts";
import { updateChat } from "./update-chat.ts";

/** Sets the title and all members of the actor's own chat at once, for integrators. Undefined: unchanged. */
export async function setChat(
  ctx: Context,
  chatId: string,
  { title, userIds }: { title?: string; userIds?: readonly string[] },
): Promise<void> {
  await requireOwnChat(ctx, chatId);
  const members = (await membersOf(ctx, [chatId])).get(chatId) ?? [];
  const wanted = new Set(userIds ?? members.map(({ userId }) => userId));
  const remove = members.map(({ userId }) => userId).filter((userId) => !wanted.has(userId));
  const present = new Set(members.map(({ userId }) => userId));
  await updateChat(ctx, { chatId, title, add: [...wanted].filter((userId) => !present.has(userId)), remove });
}
