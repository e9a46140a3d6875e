import { and, eq, sql } from "drizzle-orm";
import type { AnsweredQuestion } from "../../../contracts/desk/messages.ts";
import { prepareOnceFor, schema, sendLast } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "./ticket-row.ts";

const { tickets, messages } = schema;

/** The changes that a message can cause in its ticket: bits of the variants of one prepared statement. */
const IS_LAST = 1;
const CLOSES = 2;
const COUNTS_UNREAD = 4;
const ENDS_BOT = 8;
const IS_NEWEST_OF_CONTACT = 16;
const STARTS_WAIT = 32;
const ENDS_WAIT = 64;

/**
 * Updates a locked ticket for a message of the channel. `isForAgents`: a person is to answer it, so the contact waits.
 * Sent after the message's insert: if another transaction has stored the message, nothing changes. Shares its round trip
 * with the statements that follow.
 */
export async function recordIncoming(
  ctx: DeskContext,
  ticket: TicketRow,
  message: { id: string; createdAt: Date; fromMe: boolean; answerTo?: AnsweredQuestion | null },
  { countsUnread, isHistory, isForAgents }: { countsUnread: boolean; isHistory: boolean; isForAgents: boolean },
): Promise<void> {
  const isSaid = !message.answerTo;
  const isLatest = ticket.lastMessageId === null || message.createdAt >= ticket.lastMessageAt;
  const isLast = isSaid && isLatest;
  // While the bot asks, nobody waits for a person.
  const startsWait = isForAgents && !message.fromMe && !ticket.isBot && ticket.waitingSince === null;
  const isNewestOfContact = !message.fromMe && (ticket.lastCustomerMessageAt ?? new Date(0)) < message.createdAt;
  const changes =
    (isLast ? IS_LAST : 0) |
    (countsUnread ? COUNTS_UNREAD : 0) |
    // A reply from the company's phone ends the bot, like one from an agent.
    (message.fromMe && ticket.isBot && !isHistory ? ENDS_BOT : 0) |
    (isNewestOfContact ? IS_NEWEST_OF_CONTACT : 0) |
    (startsWait ? STARTS_WAIT : 0) |
    (message.fromMe && !isHistory && isLatest && ticket.waitingSince !== null ? ENDS_WAIT : 0);
  if (changes === 0) return;
  const closes = isLast && isHistory && ticket.closedAt !== null;
  const { db, companyId, now } = ctx;
  const values = { companyId, ticketId: ticket.id, messageId: message.id, at: message.createdAt, now };
  await sendLast(db, () => updateTicket(closes ? changes | CLOSES : changes)(db, values));
}

const updateTicket = prepareOnceFor((changes: number) => (db, param) => {
  const at = sql`${sql.param(param("at"), tickets.lastMessageAt)}`;
  const has = (change: number) => (changes & change) !== 0;
  return db
    .update(tickets)
    .set({
      ...(has(IS_LAST) && { lastMessageId: sql`${param("messageId")}`, lastMessageAt: at, lastReactionId: null }),
      ...(has(CLOSES) && { closedAt: at }),
      ...(has(COUNTS_UNREAD) && { unreadMessages: sql`${tickets.unreadMessages} + 1` }),
      ...(has(ENDS_BOT) && { isBot: false }),
      ...(has(STARTS_WAIT) && { waitingSince: at }),
      ...(has(ENDS_WAIT) && { waitingSince: null }),
      ...(has(IS_NEWEST_OF_CONTACT) && { lastCustomerMessageAt: at }),
      updatedAt: sql`${sql.param(param("now"), tickets.updatedAt)}`,
    })
    .where(
      and(
        eq(tickets.companyId, param("companyId")),
        eq(tickets.id, param("ticketId")),
        sql`exists (select 1 from ${messages} where ${messages.companyId} = ${param("companyId")} and ${messages.id} = ${param("messageId")})`,
      ),
    );
});
