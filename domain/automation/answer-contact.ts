import type { ContactRow } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import type { Settings } from "../settings/index.ts";
import { loadBot, type TicketRow } from "../tickets/index.ts";
import { begin, takeAnswer } from "./menus.ts";
import { isAttended, sayOutOfHours } from "./out-of-hours.ts";

/**
 * What the desk itself does on a contact's new message, in the transaction that stores it: so it happens once, however
 * often the message comes. `text`: what was written; '' for a picture or a voice note. Answers the ticket as it is then.
 */
export async function answerContact(
  ctx: DeskContext,
  ticket: TicketRow,
  contact: Pick<ContactRow, "disableBot">,
  text: string,
  settings: Settings,
): Promise<TicketRow> {
  if (ticket.isGroup || ticket.status === "closed") return ticket;
  const isWaiting = ticket.status === "pending";
  const mayTell = isWaiting || settings.outsidemessage === "enabled";
  if (mayTell && !(await isAttended(ctx, ticket, settings))) {
    await sayOutOfHours(ctx, ticket);
    return ticket;
  }
  // One that rotation has put before an agent is that agent's.
  if (!isWaiting || ticket.userId || contact.disableBot) return ticket;
  const bot = await loadBot(ctx, ticket.id);
  return bot && bot.stage !== "new"
    ? takeAnswer(ctx, ticket, bot, text.trim(), settings)
    : begin(ctx, ticket, settings);
}
