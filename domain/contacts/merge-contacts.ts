import { and, eq, ne, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import type { DeskContext } from "../context.ts";
import type { ContactRow } from "./require-contact.ts";

const {
  contacts,
  contactAddresses,
  contactFields,
  tickets,
  messages,
  ticketEvents,
  ticketNotes,
  ticketRatings,
  ticketTags,
  drafts,
  schedules,
} = schema;
type TicketRow = typeof tickets.$inferSelect;

/**
 * Makes one contact of two that are the same person; both are locked. The one with the smaller id, the older one, stays
 * (the order of locking rests on it); the other becomes a redirect. Answers the one that stays.
 */
export async function mergeContacts(ctx: DeskContext, a: ContactRow, b: ContactRow): Promise<ContactRow> {
  const [kept, gone] = a.id < b.id ? [a, b] : [b, a];
  const where = (column: typeof messages.contactId | typeof tickets.contactId) => eq(column, gone.id);
  await joinOpenTickets(ctx, kept, gone);
  await ctx.db
    .update(messages)
    .set({ contactId: kept.id })
    .where(and(eq(messages.companyId, ctx.companyId), where(messages.contactId)));
  await ctx.db
    .update(tickets)
    .set({ contactId: kept.id })
    .where(and(eq(tickets.companyId, ctx.companyId), where(tickets.contactId)));
  await ctx.db
    .update(schedules)
    .set({ contactId: kept.id })
    .where(and(eq(schedules.companyId, ctx.companyId), eq(schedules.contactId, gone.id)));
  await ctx.db
    .update(contactAddresses)
    .set({ contactId: kept.id })
    .where(and(eq(contactAddresses.companyId, ctx.companyId), eq(contactAddresses.contactId, gone.id)));
  await ctx.db
    .update(contactFields)
    .set({ contactId: kept.id, position: sql`${contactFields.position} + 1000` })
    .where(and(eq(contactFields.companyId, ctx.companyId), eq(contactFields.contactId, gone.id)));
  await ctx.db
    .update(contacts)
    .set({ mergedIntoId: kept.id, updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, gone.id)));
  return fillGaps(ctx, kept, gone);
}

async function fillGaps(ctx: DeskContext, kept: ContactRow, gone: ContactRow): Promise<ContactRow> {
  const isUnnamed = /^\d*$/.test(kept.name);
  const name = isUnnamed ? gone.name : kept.name;
  const number = kept.number || gone.number;
  const email = kept.email || gone.email;
  const [filled] = await ctx.db
    .update(contacts)
    .set({
      name,
      number,
      email,
      profilePicUrl: kept.profilePicUrl || gone.profilePicUrl,
      // Blocked by either name is blocked.
      isActive: kept.isActive && gone.isActive,
      disableBot: kept.disableBot || gone.disableBot,
      search: searchable(name, number, email),
      updatedAt: ctx.now,
    })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, kept.id)))
    .returning();
  return filled ?? kept;
}

/** Where both have a ticket that is not closed on one connection, the older ticket takes in the other. */
async function joinOpenTickets(ctx: DeskContext, kept: ContactRow, gone: ContactRow): Promise<void> {
  const openOf = (contactId: string) =>
    ctx.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId), ne(tickets.status, "closed")))
      .orderBy(tickets.id)
      .for("no key update");
  const [keptTickets, goneTickets] = [await openOf(kept.id), await openOf(gone.id)];
  for (const one of keptTickets) {
    const other = goneTickets.find((ticket) => ticket.connectionId === one.connectionId);
    if (other) await (one.number < other.number ? joinTickets(ctx, one, other) : joinTickets(ctx, other, one));
  }
}

async function joinTickets(ctx: DeskContext, older: TicketRow, newer: TicketRow): Promise<void> {
  const ofNewer = { companyId: ctx.companyId, id: newer.id };
  await ctx.db
    .update(messages)
    .set({ ticketId: older.id })
    .where(and(eq(messages.companyId, ofNewer.companyId), eq(messages.ticketId, ofNewer.id)));
  await ctx.db
    .update(ticketEvents)
    .set({ ticketId: older.id })
    .where(and(eq(ticketEvents.companyId, ofNewer.companyId), eq(ticketEvents.ticketId, ofNewer.id)));
  await ctx.db
    .update(ticketRatings)
    .set({ ticketId: older.id })
    .where(and(eq(ticketRatings.companyId, ofNewer.companyId), eq(ticketRatings.ticketId, ofNewer.id)));
  await ctx.db
    .update(ticketNotes)
    .set({ ticketId: older.id })
    .where(and(eq(ticketNotes.companyId, ofNewer.companyId), eq(ticketNotes.ticketId, ofNewer.id)));
  await ctx.db.execute(sql`update ${drafts} set ticket_id = ${older.id}::uuid where company_id = ${ctx.companyId}::uuid
    and ticket_id = ${newer.id}::uuid and not exists (select 1 from ${drafts} d where d.company_id = ${drafts.companyId}
      and d.user_id = ${drafts.userId} and d.ticket_id = ${older.id}::uuid)`);
  await ctx.db.execute(sql`insert into ${ticketTags} (company_id, ticket_id, tag_id)
    select company_id, ${older.id}::uuid, tag_id from ${ticketTags} where company_id = ${ctx.companyId}::uuid and ticket_id = ${newer.id}::uuid
    on conflict do nothing`);
  await ctx.db.delete(tickets).where(and(eq(tickets.companyId, ofNewer.companyId), eq(tickets.id, ofNewer.id)));
  // An agent who is already answering goes on answering.
  const answered = older.status === "open" || newer.status !== "open" ? older : newer;
  const last = newer.lastMessageAt > older.lastMessageAt ? newer : older;
  await ctx.db
    .update(tickets)
    .set({
      status: answered.status,
      userId: answered.userId,
      queueId: answered.queueId ?? older.queueId ?? newer.queueId,
      unreadMessages: older.unreadMessages + newer.unreadMessages,
      lastMessageId: last.lastMessageId ?? older.lastMessageId ?? newer.lastMessageId,
      lastReactionId: last.lastReactionId,
      lastMessageAt: last.lastMessageAt,
      updatedAt: ctx.now,
    })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, older.id)));
}
