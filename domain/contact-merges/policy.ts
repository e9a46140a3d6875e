import type { Actor } from "../context.ts";

/** Merging loses nothing and can be undone, so unlike deleting it is not reserved for admins. */
export function canMergeContacts(actor: Actor): boolean {
  return actor.profile === "admin" || actor.profile === "supervisor";
}
