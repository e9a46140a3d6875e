import type { Context } from "../context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { requireTicket, requireWritableTicket, type TicketRow } from "./require-ticket.ts";
import { sayGoodbye } from "./say-goodbye.ts";
import { recordEvent } from "./timeline.ts";

/** Closes a ticket and sends the completion text. */
export async function closeTicket(ctx: Context, id: string): Promise<TicketRow> {
  await requireWritableTicket(ctx, id);
  await recordEvent(ctx, id, "closed");
  await silenceBot(ctx, id);
  const closing = {
    status: "closed",
    userId: ctx.actor.id,
    isBot: false,
    unreadMessages: 0,
    waitingSince: null,
    closedAt: ctx.now,
  } as const;
  await sayGoodbye(ctx, await changeRow(ctx, id, closing));
  return requireTicket(ctx, id);
}
