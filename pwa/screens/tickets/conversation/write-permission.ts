import type { TicketDocument } from "../../../../sync/contracts/tickets.ts";

/** `accepts`: the act of replying gives the pending ticket to the writer. */
export type WritePermission = { may: true; accepts: boolean } | { may: false; why: "closed" | "notYours" };

/** Whether one writes in a conversation, in words for the place where the composer stands. */
export function writePermission(ticket: Pick<TicketDocument, "status" | "canAnswer">): WritePermission {
  if (ticket.status === "closed") return { may: false, why: "closed" };
  return ticket.canAnswer ? { may: true, accepts: ticket.status === "pending" } : { may: false, why: "notYours" };
}
