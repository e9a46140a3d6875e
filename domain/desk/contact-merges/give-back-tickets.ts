import { and, asc, eq, gt } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { changeRow, insertTicket, type TicketRow } from "../ticket-rows/index.ts";
import { recordEvent } from "../tickets/index.ts";
import { divideUnread, livingState, revived, settleLast } from "./former-state.ts";
import { separate } from "./separate-tickets.ts";
import type { MergeRow } from "./undo-merge.ts";

const { tickets, messages, ticketEvents, ticketNotes, ticketRatings, drafts } = schema;

/** Returns the other contact's tickets and messages to it. Both contacts are locked. */
export async function giveBackTickets(ctx: Context, merge: MergeRow): Promise<void> {
  const { keptId, goneId } = merge;
  const present = await ctx.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, keptId)))
    .orderBy(tickets.id)
    .for("no key update");
  const byId = new Map(present.map((ticket) => [ticket.id, ticket]));
  for (const joined of merge.joined) {
    const into = byId.get(joined.intoId);
    // When the ticket that took it in was deleted, its content is gone, too.
    if (into) await separate(ctx, goneId, into, joined);
  }
  await ctx.db
    .update(messages)
    .set({ contactId: goneId })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.contactId, keptId),
        isAnyOf(messages.id, merge.messageIds),
      ),
    );
  for (const before of merge.tickets) {
    const ticket = byId.get(before.id);
    if (ticket) await giveBack(ctx, merge, ticket, revived(before));
  }
}

/** A ticket that moved whole returns whole; later messages stay, in a ticket of their own. */
async function giveBack(ctx: Context, merge: MergeRow, ticket: TicketRow, before: TicketRow): Promise<void> {
  const inIt = and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, ticket.id));
  const [first] = await ctx.db
    .select({ createdAt: messages.createdAt })
    .from(messages)
    .where(and(inIt, eq(messages.contactId, merge.keptId)))
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .limit(1);
  if (!first) {
    await changeRow(ctx, ticket.id, { contactId: merge.goneId, updatedAt: ticket.updatedAt });
    return;
  }
  const unread = divideUnread(ticket.unreadMessages, before.unreadMessages);
  // A ticket closed since stays closed: the same service has ended.
  const { status, userId, closedAt } = ticket.status === "closed" ? ticket : before;
  const { lastMessageId, lastReactionId, lastMessageAt, lastCustomerMessageAt, waitingSince, queueId, isBot } = before;
  const living = await livingState(ctx, { status, userId, queueId });
  await changeRow(ctx, ticket.id, {
    ...living,
    ...{ contactId: merge.goneId, closedAt, isBot },
    ...{ lastMessageId, lastReactionId, lastMessageAt, lastCustomerMessageAt, waitingSince },
    unreadMessages: unread.former,
  });
  const { number: _number, companyId: _companyId, ...copied } = ticket;
  const stays = await insertTicket(ctx, {
    ...copied,
    id: uuidv7(),
    unreadMessages: unread.since,
    createdAt: first.createdAt,
    updatedAt: ctx.now,
  });
  if (!stays) throw new Error("two tickets that are not closed in one place");
  await ctx.db
    .update(messages)
    .set({ ticketId: stays.id })
    .where(and(inIt, eq(messages.contactId, merge.keptId)));
  await moveSince(ctx, ticket.id, stays.id, merge.createdAt);
  await recordEvent(ctx, stays.id, "created");
  for (const each of [ticket.id, stays.id]) await settleLast(ctx, each);
}

/** Moves events, notes and drafts that were added since. */
async function moveSince(ctx: Context, fromId: string, toId: string, since: Date): Promise<void> {
  const ticketId = toId;
  const steps = [
    [ticketEvents, gt(ticketEvents.at, since)],
    [ticketRatings, gt(ticketRatings.at, since)],
    [ticketNotes, gt(ticketNotes.createdAt, since)],
    [drafts, gt(drafts.updatedAt, since)],
  ] as const;
  for (const [table, later] of steps)
    await ctx.db
      .update(table)
      .set({ ticketId })
      .where(and(eq(table.companyId, ctx.companyId), eq(table.ticketId, fromId), later));
}
