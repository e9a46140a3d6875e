import type { SessionUser } from "../../../../sync/contracts/session.ts";
import type { TicketDocument } from "../../../../sync/contracts/tickets.ts";

export type TicketActions = Record<"accept" | "return" | "transfer" | "close" | "reopen" | "delete" | "tag", boolean>;

/** What a ticket offers in its state to somebody who may: whose it is to answer, the server says with the ticket. */
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
    delete: user.profile === "admin",
  };
}
