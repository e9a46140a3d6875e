import type { Settings } from "../../account/settings/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { ContactRow } from "../contacts/index.ts";
import { type BotRow, loadBot, type TicketRow } from "../tickets/index.ts";
import { begin, isMenuKey, type Taken, takeAnswer } from "./menus.ts";
import { isAttended, sayOutOfHours } from "./out-of-hours.ts";

/**
 * Runs the bot on a contact's new message, in the transaction that stores the message, so it runs once however often
 * the message arrives. `text`: the message's text; '' for a picture or a voice note. `known`: the bot's state, if
 * it was read since the ticket was locked. Returns the ticket afterwards, and whether the text was only an answer to the bot.
 */
export async function answerContact(
  ctx: DeskContext,
  ticket: TicketRow,
  contact: Pick<ContactRow, "disableBot">,
  text: string,
  settings: Settings,
  known?: BotRow,
): Promise<Taken> {
  const unanswered = { ticket, isAnswer: false };
  if (ticket.isGroup || ticket.status === "closed") return unanswered;
  const isWaiting = ticket.status === "pending";
  const mayTell = isWaiting || settings.outsidemessage === "enabled";
  if (mayTell && !(await isAttended(ctx, ticket, settings))) {
    await sayOutOfHours(ctx, ticket);
    return unanswered;
  }
  // A ticket that rotation has offered to an agent belongs to that agent.
  if (!isWaiting || ticket.userId || contact.disableBot) return unanswered;
  const bot = known?.ticketId === ticket.id ? known : await loadBot(ctx, ticket.id);
  if (bot && bot.stage !== "new") return takeAnswer(ctx, ticket, bot, text.trim(), settings);
  const begun = await begin(ctx, ticket, settings);
  // A contact who knows the menu may begin with its digit.
  return { ticket: begun, isAnswer: begun.isBot && isMenuKey(text.trim()) };
}
