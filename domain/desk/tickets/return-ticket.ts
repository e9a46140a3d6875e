import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { requireWritableTicket, type TicketRow } from "./require-ticket.ts";
import { steppingOf } from "./stepping.ts";
import { recordEvent } from "./timeline.ts";

/** Returns an open ticket to the pending ones of its queue. */
export async function returnTicket(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await requireWritableTicket(ctx, id);
  if (ticket.status !== "open") throw new DomainError("ERR_TICKET_NOT_OPEN", { id });
  await recordEvent(ctx, id, "returned");
  await silenceBot(ctx, id);
  return changeRow(ctx, id, ticketSteps.return(ticket, steppingOf(ctx)));
}
