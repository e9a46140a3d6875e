import type { Actor } from "../context.ts";

/** Everyone may create a tag; changing and deleting one and making it a kanban column requires this right. */
export function canManageTags(actor: Actor): boolean {
  return actor.profile === "admin" || actor.profile === "supervisor";
}
