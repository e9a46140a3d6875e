import type { SessionUser } from "../../../../sync/contracts/session.ts";
import type { TicketDocument } from "../../../../sync/contracts/tickets.ts";

export type TicketActions = Record<"accept" | "return" | "transfer" | "close" | "reopen" | "delete", boolean>;

/** The buttons a ticket offers in its state. A colleague's ticket is read, except by an admin. */
export function ticketActions(
  user: Pick<SessionUser, "id" | "profile">,
  ticket: Pick<TicketDocument, "status" | "userId">,
): TicketActions {
  const mine = ticket.userId === user.id || user.profile === "admin";
  const open = ticket.status === "open";
  const pending = ticket.status === "pending";
  return {
    accept: pending,
    return: open && mine,
    transfer: pending || (open && mine),
    close: pending || (open && mine),
    delete: user.profile === "admin",
    reopen: ticket.status === "closed",
  };
}
