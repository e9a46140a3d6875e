import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import type { DeskContext } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import type { TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

/**
 * Moves a locked ticket to a queue and an agent, where it is open, or to a queue only, where it is pending, and records
 * the transfer. The caller has checked that both exist, and sets the bot's stage.
 */
export async function moveTicket(
  ctx: DeskContext,
  ticket: TicketRow,
  { queueId, userId }: { queueId: string | null; userId: string | null },
  details: { takesBack?: true } = {},
): Promise<TicketRow> {
  await recordEvent(ctx, ticket.id, "transferred", {
    ...details,
    from: { queueId: ticket.queueId, userId: ticket.userId },
    to: { queueId, userId },
  });
  return changeRow(ctx, ticket.id, ticketSteps.move(ticket, ctx.now, { queueId, userId }));
}
