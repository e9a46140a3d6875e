import type { Actor } from "../context.ts";

/** Nothing is lost by it, and it can be undone: not the admins' alone, as deleting is. */
export function canMergeContacts(actor: Actor): boolean {
  return actor.profile === "admin" || actor.profile === "supervisor";
}
