import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { lockContact } from "../contacts/index.ts";
import { changeRow, lastWritten } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { refuseOtherOpenTicket } from "./other-open-ticket.ts";
import { canReopen } from "./policy.ts";
import { requireLockedTicket, requireTicket, type TicketRow } from "./require-ticket.ts";
import { steppingOf } from "./stepping.ts";
import { recordEvent } from "./timeline.ts";

/** Reopens a closed ticket for the acting agent. */
export async function reopenTicket(ctx: Context, id: string): Promise<TicketRow> {
  const { contactId } = await requireTicket(ctx, id);
  await lockContact(ctx, contactId);
  const ticket = await requireLockedTicket(ctx, id);
  if (ticket.status !== "closed") throw new DomainError("ERR_TICKET_NOT_CLOSED", { id });
  if (!canReopen(ctx.actor, ticket)) throw new DomainError("ERR_NO_PERMISSION", { id });
  await refuseOtherOpenTicket(ctx, ticket);
  await recordEvent(ctx, id, "reopened");
  await silenceBot(ctx, id);
  const change = { ...ticketSteps.reopen(steppingOf(ctx)), closedAt: null };
  const { connectionId } = ticket;
  if (!connectionId) return changeRow(ctx, id, change);
  // The contact may have written in a later ticket, which is closed, too.
  return changeRow(ctx, id, { ...change, lastCustomerMessageAt: lastWritten(ctx, ticket.contactId, connectionId) });
}
