import { removeUser, requireRemovableUser } from "../../account/users/index.ts";
import { returnTicketsOf } from "../../desk/tickets/index.ts";
import type { Context } from "../../ground/context.ts";
import { leaveChats } from "../chats/index.ts";

/**
 * Deletes a user. Their open tickets return to their queues, their internal chats go to another member; closed tickets,
 * messages and notes keep their name.
 */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  await requireRemovableUser(ctx, id);
  await returnTicketsOf(ctx, id);
  await leaveChats(ctx, id);
  await removeUser(ctx, id);
}
