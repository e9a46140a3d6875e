import { can, type Permission } from "../sync/contracts/permissions.ts";
import type { Context } from "./context.ts";
import { DomainError } from "./domain-error.ts";

/** Refuses with `ERR_NO_PERMISSION` unless the actor's profile has the permission. */
export function requirePermission(
  { actor }: Context,
  permission: Permission,
  details: Record<string, unknown> = {},
): void {
  if (!can[permission](actor.profile)) throw new DomainError("ERR_NO_PERMISSION", details);
}
