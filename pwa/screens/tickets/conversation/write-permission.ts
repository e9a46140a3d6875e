import type { SessionUser } from "../../../../sync/contracts/session.ts";
import type { TicketDocument } from "../../../../sync/contracts/tickets.ts";

/** `accepts`: the act of replying gives the pending ticket to the writer. */
export type WritePermission = { may: true; accepts: boolean } | { may: false; why: "closed" | "notYours" };

/** Who may write in a conversation: its assignee, an admin, or whoever answers a pending ticket first. */
export function writePermission(
  user: Pick<SessionUser, "id" | "profile">,
  ticket: Pick<TicketDocument, "status" | "userId">,
): WritePermission {
  if (ticket.status === "closed") return { may: false, why: "closed" };
  if (ticket.status === "pending") return { may: true, accepts: true };
  if (ticket.userId === user.id || user.profile === "admin") return { may: true, accepts: false };
  return { may: false, why: "notYours" };
}
