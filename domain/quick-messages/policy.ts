import type { Actor } from "../context.ts";

type Owned = { isGeneral: boolean; userId: string | null };

/** May create general quick messages and change everybody's. */
export function canManageQuickMessages(actor: Actor): boolean {
  return actor.profile === "admin" || actor.profile === "supervisor";
}

export function canReadQuickMessage(actor: Actor, message: Owned): boolean {
  return message.isGeneral || message.userId === actor.id || canManageQuickMessages(actor);
}

/** Any for users who manage them; otherwise the user's own unless general. */
export function canChangeQuickMessage(actor: Actor, message: Owned): boolean {
  return canManageQuickMessages(actor) || (!message.isGeneral && message.userId === actor.id);
}
