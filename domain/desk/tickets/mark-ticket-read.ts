import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import type { TicketScope } from "../../../contracts/desk/tickets.ts";
import type { Actor, Context } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { canAnswer } from "./policy.ts";
import { requireLockedTicket, type TicketRow } from "./require-ticket.ts";

/**
 * Marks a ticket as read for its agent; one without an agent, for everyone who may answer it. A colleague who only looks
 * changes nothing: the unread count tells the agent what nobody has answered.
 */
export async function markTicketRead(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await requireLockedTicket(ctx, id);
  if (!becomesRead(ctx.actor, ticket)) return ticket;
  return changeRow(ctx, id, ticketSteps.read);
}

/** Returns whether the ticket becomes read when this user opens it. */
export function becomesRead(actor: Actor, ticket: TicketScope & { unreadMessages: number }): boolean {
  const isOthers = ticket.userId !== null && ticket.userId !== actor.id;
  return ticket.unreadMessages > 0 && !isOthers && canAnswer(actor, ticket);
}
