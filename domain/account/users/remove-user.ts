import { and, eq } from "drizzle-orm";
import { notifyPeople, releaseKeysOfRow, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireNotAbove } from "./policy.ts";
import { lockedAdminIds, requireLockedUser, requireOtherAdmin } from "./require-user.ts";
import { endUserSessions } from "./sessions.ts";

const { users } = schema;

/** Refuses unless the actor may delete this user. Locks the user and the admins. */
export async function requireRemovableUser(ctx: Context, id: string): Promise<void> {
  const adminIds = await lockedAdminIds(ctx);
  const user = await requireLockedUser(ctx, id);
  requirePermission(ctx, "manageUsers");
  requireNotAbove(ctx, user);
  requireOtherAdmin(adminIds, id);
}

/** Deletes the user's row and sessions. The caller has asked `requireRemovableUser` in this transaction. */
export async function removeUser(ctx: Context, id: string): Promise<void> {
  await endUserSessions(ctx.db, { companyId: ctx.companyId, id }, "ended");
  await ctx.db.delete(users).where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)));
  await releaseKeysOfRow(ctx.db, { companyId: ctx.companyId, rowId: id });
  await notifyPeople(ctx.db, ctx.companyId);
}
