import { can } from "../../../../contracts/account/permissions.ts";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";

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
