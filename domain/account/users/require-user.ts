import { and, asc, eq, inArray } from "drizzle-orm";
import { can, profiles } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireNotAbove, requireSelfOrManager } from "./policy.ts";

const { users } = schema;

export type UserRow = typeof users.$inferSelect;

/** Returns the user's row, locked until the transaction ends. Users of other companies do not exist. */
export async function requireLockedUser(ctx: DeskContext, id: string): Promise<UserRow> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)))
    .for("no key update");
  if (!user) throw new DomainError("ERR_NO_USER_FOUND", { id });
  return user;
}

/** The same for users who may change it: colleagues exist, but only admins may change them. */
export async function requireOwnOrManaged(ctx: Context, id: string): Promise<UserRow> {
  const user = await requireLockedUser(ctx, id);
  requireSelfOrManager(ctx, id);
  requireNotAbove(ctx, user);
  return user;
}

/**
 * Returns the company's admins, locked until the transaction ends. Called before any other user is locked, always in
 * this order: of two admins who demote each other, one waits and is then refused.
 */
export async function lockedAdminIds(ctx: DeskContext): Promise<string[]> {
  const admins = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), inArray(users.profile, profiles.filter(can.manageUsers))))
    .orderBy(asc(users.id))
    .for("no key update");
  return admins.map(({ id }) => id);
}

/** A company must keep at least one admin. */
export function requireOtherAdmin(adminIds: readonly string[], id: string): void {
  if (adminIds.length === 1 && adminIds[0] === id) throw new DomainError("ERR_LAST_ADMIN", { id });
}
