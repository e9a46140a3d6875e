import type { Actor } from "../context.ts";

type Owned = { isGeneral: boolean; userId: string | null };

/** Makes messages that are for everyone, and has a hand in everybody's. */
export function canManageQuickMessages(actor: Actor): boolean {
  return actor.profile === "admin" || actor.profile === "supervisor";
}

export function canReadQuickMessage(actor: Actor, message: Owned): boolean {
  return message.isGeneral || message.userId === actor.id || canManageQuickMessages(actor);
}

/** Any, for who manages them; one's own as long as it is not for everyone. */
export function canChangeQuickMessage(actor: Actor, message: Owned): boolean {
  return canManageQuickMessages(actor) || (!message.isGeneral && message.userId === actor.id);
}
