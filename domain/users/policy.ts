import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";

/** Admins make, change and delete users; everybody else has themselves. */
export const managesUsers = ({ actor }: Context): boolean => actor.profile === "admin";

export function requireUserManager(ctx: Context): void {
  if (!managesUsers(ctx)) throw new DomainError("ERR_NO_PERMISSION");
}

export function requireSelfOrManager(ctx: Context, userId: string): void {
  if (ctx.actor.id !== userId) requireUserManager(ctx);
}

/** Whoever owns the platform works in a company too, whose admins must not come to the platform by giving them a password. */
export function requireNotAbove({ actor }: Context, user: { id: string; isSuper: boolean }): void {
  if (user.isSuper && !actor.isSuper && user.id !== actor.id) throw new DomainError("ERR_NO_PERMISSION");
}
