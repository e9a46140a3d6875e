import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requirePermission } from "../require-permission.ts";

export function requireSelfOrManager(ctx: Context, userId: string): void {
  if (ctx.actor.id !== userId) requirePermission(ctx, "manageUsers");
}

/**
 * The platform's owner belongs to a company, too, whose admins must not get platform access by setting that user's
 * password.
 */
export function requireNotAbove({ actor }: Context, user: { id: string; isSuper: boolean }): void {
  if (user.isSuper && !actor.isSuper && user.id !== actor.id) throw new DomainError("ERR_NO_PERMISSION");
}
