import type { Actor } from "../context.ts";

/** Anyone may make a tag by its name; changing one, deleting it and making it a column of the board is not for all. */
export function canManageTags(actor: Actor): boolean {
  return actor.profile === "admin" || actor.profile === "supervisor";
}
