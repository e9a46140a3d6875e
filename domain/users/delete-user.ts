import { and, eq } from "drizzle-orm";
import { notifyPeople, releaseKeysOfRow, schema } from "../../db/index.ts";
import { leaveChats } from "../chats/index.ts";
import type { Context } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { returnTicketsOf } from "../tickets/index.ts";
import { requireNotAbove } from "./policy.ts";
import { lockedAdminIds, requireLockedUser, requireOtherAdmin } from "./require-user.ts";
import { endUserSessions } from "./sessions.ts";

const { users } = schema;

/**
 * Deletes a user. Their open tickets return to their queues, their internal chats go to another member; closed tickets,
 * messages and notes keep their name.
 */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  const adminIds = await lockedAdminIds(ctx);
  const user = await requireLockedUser(ctx, id);
  requirePermission(ctx, "manageUsers");
  requireNotAbove(ctx, user);
  requireOtherAdmin(adminIds, id);
  await returnTicketsOf(ctx, id);
  await leaveChats(ctx, id);
  await endUserSessions(ctx.db, { companyId: ctx.companyId, id }, "ended");
  await ctx.db.delete(users).where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)));
  await releaseKeysOfRow(ctx.db, { companyId: ctx.companyId, rowId: id });
  await notifyPeople(ctx.db, ctx.companyId);
}
