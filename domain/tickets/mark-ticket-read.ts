import type { Context } from "../context.ts";
import { changeRow } from "./change-row.ts";
import { canAnswer } from "./policy.ts";
import { requireLockedTicket, type TicketRow } from "./require-ticket.ts";

/** An agent opened the ticket. Only one who may answer it makes it read; others look without a trace. */
export async function markTicketRead(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await requireLockedTicket(ctx, id);
  if (ticket.unreadMessages === 0 || !canAnswer(ctx.actor, ticket)) return ticket;
  return changeRow(ctx, id, { unreadMessages: 0 });
}
