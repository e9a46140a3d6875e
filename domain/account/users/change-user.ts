import { and, eq } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import type { UserChange } from "../../../contracts/account/users.ts";
import { notifyPeople, replaceKey, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { emailTaken } from "./email-taken.ts";
import { lockedAdminIds, requireLockedUser, requireOtherAdmin, requireOwnOrManaged } from "./require-user.ts";
import { dropResetCode } from "./reset-password.ts";
import { requireConnectionOfCompany, saveUserQueues } from "./rights.ts";
import { endUserSessions } from "./sessions.ts";

const { users } = schema;

export type UserChangeHashed = Omit<UserChange, "password" | "currentPassword"> & {
  /** The hash of the new password. */
  passwordHash?: string;
  /** The session that a new password does not end. */
  keptSessionId?: string;
};

/**
 * Changes a user: people their own name, e-mail and password, admins everybody's, including rights. A new password
 * ends the user's sessions; changed rights apply to the next request.
 */
export async function changeUser(ctx: Context, id: string, change: UserChangeHashed): Promise<void> {
  const isManager = can.manageUsers(ctx.actor.profile);
  const mayDemote = isManager && change.profile !== undefined && !can.manageUsers(change.profile);
  const adminIds = mayDemote ? await lockedAdminIds(ctx) : [];
  const before = await requireOwnOrManaged(ctx, id);
  const { name, email, passwordHash, keptSessionId, queueIds, ...rights } = change;
  const own = { name, email, passwordHash };
  if (!isManager) return save(ctx, id, own, keptSessionId);
  const { connectionId } = rights;
  if (mayDemote) requireOtherAdmin(adminIds, id);
  if (connectionId && connectionId !== before.connectionId) await requireConnectionOfCompany(ctx, connectionId);
  await save(ctx, id, { ...own, ...rights }, keptSessionId);
  if (queueIds) await saveUserQueues(ctx, id, queueIds);
}

/** Changes the name and the e-mail of a user, for a super user (`domain/account/platform`). A new e-mail ends the sessions. */
export async function renameUser(ctx: Context, id: string, change: { name?: string; email?: string }): Promise<void> {
  requireSuper(ctx);
  await requireLockedUser(ctx, id);
  await save(ctx, id, change);
  if (change.email) await endUserSessions(ctx.db, { companyId: ctx.companyId, id }, "ended");
}

async function save(
  ctx: Context,
  id: string,
  columns: Partial<typeof users.$inferInsert>,
  keptSessionId?: string,
): Promise<void> {
  if (Object.values(columns).every((value) => value === undefined)) return;
  const { companyId } = ctx;
  const { email } = columns;
  // The user's row is locked: simultaneous changes release each other's key.
  if (email && !(await replaceKey(ctx.db, { companyId, kind: "email", key: email, rowId: id }))) throw emailTaken();
  await ctx.db
    .update(users)
    .set({ ...columns, updatedAt: ctx.now })
    .where(and(eq(users.companyId, companyId), eq(users.id, id)));
  await notifyPeople(ctx.db, companyId);
  if (columns.passwordHash || columns.email) await dropResetCode(ctx, id);
  if (columns.passwordHash) await endUserSessions(ctx.db, { companyId: ctx.companyId, id }, "ended", keptSessionId);
}
