import type { TicketDocument } from "../../../../../contracts/desk/tickets.ts";

/** `accepts`: replying assigns the pending ticket to the writer. */
export type WritePermission = { may: true; accepts: boolean } | { may: false; why: "closed" | "notYours" };

/** Returns whether the user may write in a conversation, or the reason to show in place of the composer. */
export function writePermission(ticket: Pick<TicketDocument, "status" | "canAnswer">): WritePermission {
  if (ticket.status === "closed") return { may: false, why: "closed" };
  return ticket.canAnswer ? { may: true, accepts: ticket.status === "pending" } : { may: false, why: "notYours" };
}
