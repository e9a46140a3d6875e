import { can } from "../../../../sync/contracts/permissions.ts";
import type { SessionUser } from "../../../../sync/contracts/session.ts";
import type { TicketDocument } from "../../../../sync/contracts/tickets.ts";

export type TicketActions = Record<"accept" | "return" | "transfer" | "close" | "reopen" | "delete" | "tag", boolean>;

/**
 * Returns the actions a user may take on a ticket in its state. The server decides who may answer or reopen and sends
 * it with the ticket.
 */
export function ticketActions(
  user: Pick<SessionUser, "profile">,
  { status, canAnswer, canReopen }: Pick<TicketDocument, "status" | "canAnswer" | "canReopen">,
): TicketActions {
  const answers = status !== "closed" && canAnswer;
  return {
    accept: status === "pending",
    return: status === "open" && canAnswer,
    transfer: answers,
    close: answers,
    reopen: canReopen,
    tag: canAnswer,
    delete: can.deleteTicket(user.profile),
  };
}
