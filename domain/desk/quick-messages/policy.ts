import { can } from "../../../contracts/account/permissions.ts";
import type { Actor } from "../../ground/context.ts";

type Owned = { isGeneral: boolean; userId: string | null };

export function canReadQuickMessage(actor: Actor, message: Owned): boolean {
  return message.isGeneral || message.userId === actor.id || can.manageQuickMessages(actor.profile);
}

/** Any for users who manage them; otherwise the user's own unless general. */
export function canChangeQuickMessage(actor: Actor, message: Owned): boolean {
  return can.manageQuickMessages(actor.profile) || (!message.isGeneral && message.userId === actor.id);
}
