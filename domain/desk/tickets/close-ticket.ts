import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import type { Context } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { requireTicket, requireWritableTicket, type TicketRow } from "./require-ticket.ts";
import { sayGoodbye } from "./say-goodbye.ts";
import { steppingOf } from "./stepping.ts";
import { recordEvent } from "./timeline.ts";

/** Closes a ticket and sends the completion text. */
export async function closeTicket(ctx: Context, id: string): Promise<TicketRow> {
  await requireWritableTicket(ctx, id);
  await recordEvent(ctx, id, "closed");
  await silenceBot(ctx, id);
  const closing = { ...ticketSteps.close(steppingOf(ctx)), closedAt: ctx.now };
  await sayGoodbye(ctx, await changeRow(ctx, id, closing));
  return requireTicket(ctx, id);
}
