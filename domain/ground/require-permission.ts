import { can, type Permission } from "../../contracts/account/permissions.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Actor, Context } from "./context.ts";

/** Refuses with `ERR_NO_PERMISSION` unless the actor's profile has the permission. */
export function requirePermission(
  { actor }: Context,
  permission: Permission,
  details: Record<string, unknown> = {},
): void {
  if (!can[permission](actor.profile)) throw new DomainError("ERR_NO_PERMISSION", details);
}

/** Refuses with `ERR_NO_PERMISSION` unless the actor runs the platform. The only rule about a super user's rights. */
export function requireSuper({ actor }: { actor: Actor }): void {
  if (!actor.isSuper) throw new DomainError("ERR_NO_PERMISSION");
}
