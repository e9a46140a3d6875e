import type { ContactRow } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import type { Settings } from "../settings/index.ts";
import { type BotRow, loadBot, type TicketRow } from "../tickets/index.ts";
import { begin, takeAnswer } from "./menus.ts";
import { isAttended, sayOutOfHours } from "./out-of-hours.ts";

/**
 * Runs the bot on a contact's new message, in the transaction that stores the message, so it runs once however often
 * the message arrives. `text`: the message's text; '' for a picture or a voice note. `known`: the bot's state, if
 * it was read since the ticket was locked. Returns the ticket afterwards.
 */
export async function answerContact(
  ctx: DeskContext,
  ticket: TicketRow,
  contact: Pick<ContactRow, "disableBot">,
  text: string,
  settings: Settings,
  known?: BotRow,
): Promise<TicketRow> {
  if (ticket.isGroup || ticket.status === "closed") return ticket;
  const isWaiting = ticket.status === "pending";
  const mayTell = isWaiting || settings.outsidemessage === "enabled";
  if (mayTell && !(await isAttended(ctx, ticket, settings))) {
    await sayOutOfHours(ctx, ticket);
    return ticket;
  }
  // A ticket that rotation has offered to an agent belongs to that agent.
  if (!isWaiting || ticket.userId || contact.disableBot) return ticket;
  const bot = known?.ticketId === ticket.id ? known : await loadBot(ctx, ticket.id);
  return bot && bot.stage !== "new"
    ? takeAnswer(ctx, ticket, bot, text.trim(), settings)
    : begin(ctx, ticket, settings);
}
