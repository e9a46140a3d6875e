import { waitAfter } from "../../sync/contracts/tickets.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { requireWritableTicket, type TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

/** Returns an open ticket to the pending ones of its queue. */
export async function returnTicket(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await requireWritableTicket(ctx, id);
  if (ticket.status !== "open") throw new DomainError("ERR_TICKET_NOT_OPEN", { id });
  await recordEvent(ctx, id, "returned");
  await silenceBot(ctx, id);
  return changeRow(ctx, id, { status: "pending", userId: null, waitingSince: waitAfter(ticket, ctx.now, true) });
}
