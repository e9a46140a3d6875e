import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { Context } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { sayText } from "../outbox/index.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { agentOf, requireLockedTicket, requireTicket, type TicketRow } from "./require-ticket.ts";
import { steppingOf } from "./stepping.ts";
import { recordEvent } from "./timeline.ts";

/**
 * Assigns a pending ticket to the acting agent. Agents race for the same ticket: its row lock lets exactly one win,
 * and the others are told who did. Visibility is checked on the locked row, because the ticket may just have been
 * transferred.
 */
export async function acceptTicket(ctx: Context, id: string): Promise<TicketRow> {
  const present = await requireLockedTicket(ctx, id);
  if (present.status !== "pending") {
    // The same agent on another device: already done.
    if (present.status === "open" && present.userId === ctx.actor.id) return present;
    throw new DomainError("ERR_TICKET_NOT_PENDING", { id, ...(await agentOf(ctx, present)) });
  }
  const accepted = await changeRow(ctx, id, ticketSteps.accept(present, steppingOf(ctx)));
  await silenceBot(ctx, id);
  await recordEvent(ctx, id, "accepted");
  if ((await readSetting(ctx, "sendGreetingAccepted")) !== "enabled") return accepted;
  await sayText(ctx, accepted, "notice", deskTexts.accepted, { userName: ctx.actor.name });
  return requireTicket(ctx, id);
}
