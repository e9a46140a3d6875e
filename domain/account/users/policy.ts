import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

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
