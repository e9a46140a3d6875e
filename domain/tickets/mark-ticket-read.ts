import type { Context } from "../context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { canAnswer } from "./policy.ts";
import { requireLockedTicket, type TicketRow } from "./require-ticket.ts";

/** Marks a ticket as read if the actor may answer it; otherwise changes nothing. */
export async function markTicketRead(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await requireLockedTicket(ctx, id);
  if (ticket.unreadMessages === 0 || !canAnswer(ctx.actor, ticket)) return ticket;
  return changeRow(ctx, id, { unreadMessages: 0 });
}
