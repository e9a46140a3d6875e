import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { tagsAfter } from "../../../contracts/desk/tags.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { changeRow, deleteTicketRow, type TicketRow } from "../ticket-rows/index.ts";
import type { ContactRow } from "./require-contact.ts";

const { tickets, messages, ticketEvents, ticketNotes, ticketRatings, ticketTags, tags, drafts, ticketBots } = schema;
type Joined = Omit<schema.JoinedTicket, "ticket" | "before" | "after" | "drafts"> & {
  ticket: TicketRow;
  before: schema.TicketState;
  after: schema.TicketState;
  drafts: (typeof drafts.$inferSelect)[];
};

/** When both contacts have an unclosed ticket on one connection, the kept contact's ticket takes in the other. */
export async function joinOpenTickets(ctx: DeskContext, kept: ContactRow, gone: ContactRow): Promise<Joined[]> {
  const [keptTickets, goneTickets] = [await openOf(ctx, kept.id), await openOf(ctx, gone.id)];
  const joined: Joined[] = [];
  const taking = [...keptTickets];
  for (const other of goneTickets) {
    const place = taking.findIndex((ticket) => ticket.connectionId === other.connectionId);
    const [one] = place === -1 ? [] : taking.splice(place, 1);
    if (one) joined.push(await joinTickets(ctx, one, other));
  }
  return joined;
}

function openOf(ctx: DeskContext, contactId: string): Promise<TicketRow[]> {
  return ctx.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId), ne(tickets.status, "closed")))
    .orderBy(tickets.id)
    .for("no key update");
}

async function joinTickets(ctx: DeskContext, one: TicketRow, other: TicketRow): Promise<Joined> {
  const messageIds = await moved(
    ctx.db
      .update(messages)
      .set({ ticketId: one.id, contactId: one.contactId })
      .where(and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, other.id)))
      .returning({ id: messages.id }),
  );
  const follow = (table: typeof ticketEvents | typeof ticketRatings | typeof ticketNotes) =>
    moved(
      ctx.db
        .update(table)
        .set({ ticketId: one.id })
        .where(and(eq(table.companyId, ctx.companyId), eq(table.ticketId, other.id)))
        .returning({ id: table.id }),
    );
  const eventIds = await follow(ticketEvents);
  const ratingIds = await follow(ticketRatings);
  const noteIds = await follow(ticketNotes);
  const others = await draftsOf(ctx, other.id);
  const own = new Set((await draftsOf(ctx, one.id)).map(({ userId }) => userId));
  const free = others.filter(({ userId }) => !own.has(userId));
  if (free.length > 0) await ctx.db.insert(drafts).values(free.map((draft) => ({ ...draft, ticketId: one.id })));
  const { tagIds, addedTagIds } = await tagsToJoin(ctx, one.id, other.id);
  if (addedTagIds.length > 0)
    await ctx.db
      .insert(ticketTags)
      .values(addedTagIds.map((tagId) => ({ companyId: ctx.companyId, ticketId: one.id, tagId })));
  const after = stateOfBoth(one, other);
  await silenceWithPeople(ctx, one, other, after.status);
  await deleteTicketRow(ctx, other.id);
  await changeRow(ctx, one.id, {
    ...after,
    lastCustomerMessageAt: laterOf(one, other),
    ...(after.status !== "pending" && { isBot: false }),
  });
  const before = stateOf(one);
  const movedDraftsOf = free.map(({ userId }) => userId);
  const ids = { messageIds, eventIds, ratingIds, noteIds, tagIds, addedTagIds, movedDraftsOf };
  return { ticket: other, intoId: one.id, before, after, drafts: others, ...ids };
}

/** When agents have answered in either ticket, the bot stays silent in the joined one. */
async function silenceWithPeople(ctx: DeskContext, one: TicketRow, other: TicketRow, status: string): Promise<void> {
  await ctx.db.execute(sql`insert into ${ticketBots} (company_id, ticket_id, stage)
    select ${ctx.companyId}::uuid, ${one.id}::uuid, 'off' where ${status} <> 'pending' or exists (select 1 from ${ticketBots}
      where company_id = ${ctx.companyId}::uuid and ticket_id = ${other.id}::uuid and stage = 'off')
    on conflict (company_id, ticket_id) do update set stage = 'off'`);
}

const moved = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);

const draftsOf = (ctx: DeskContext, ticketId: string) =>
  ctx.db
    .select()
    .from(drafts)
    .where(and(eq(drafts.companyId, ctx.companyId), eq(drafts.ticketId, ticketId)));

/** Returns the other ticket's tags and those that the kept one lacks; its own kanban tag stays. */
async function tagsToJoin(ctx: DeskContext, oneId: string, otherId: string) {
  const rows = await ctx.db
    .select({ ticketId: ticketTags.ticketId, tagId: ticketTags.tagId, isKanban: tags.isKanban })
    .from(ticketTags)
    .innerJoin(tags, and(eq(tags.companyId, ticketTags.companyId), eq(tags.id, ticketTags.tagId)))
    .where(and(eq(ticketTags.companyId, ctx.companyId), inArray(ticketTags.ticketId, [oneId, otherId])));
  const tagsOf = (id: string) => rows.filter(({ ticketId }) => ticketId === id).map(({ tagId }) => tagId);
  const kanban = new Set(rows.filter(({ isKanban }) => isKanban).map(({ tagId }) => tagId));
  const [present, tagIds] = [tagsOf(oneId), tagsOf(otherId)];
  const both = tagsAfter(tagIds, { add: present }, (id) => kanban.has(id));
  return { tagIds, addedTagIds: both.filter((id) => !present.includes(id)) };
}

function laterOf(...both: [TicketRow, TicketRow]): Date | null {
  const written = both.flatMap(({ lastCustomerMessageAt: at }) => at?.getTime() ?? []);
  return written.length > 0 ? new Date(Math.max(...written)) : null;
}

export const stateOf = (ticket: TicketRow): schema.TicketState => ({
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  unreadMessages: ticket.unreadMessages,
  lastMessageId: ticket.lastMessageId,
  lastReactionId: ticket.lastReactionId,
  lastMessageAt: ticket.lastMessageAt,
  lastCustomerMessageAt: ticket.lastCustomerMessageAt,
  waitingSince: ticket.waitingSince,
});

function stateOfBoth(one: TicketRow, other: TicketRow): schema.TicketState {
  // An agent who is already answering keeps the ticket.
  const answered = one.status === "open" || other.status !== "open" ? one : other;
  const last = other.lastMessageAt > one.lastMessageAt ? other : one;
  return {
    status: answered.status,
    userId: answered.userId,
    queueId: answered.queueId ?? one.queueId ?? other.queueId,
    unreadMessages: one.unreadMessages + other.unreadMessages,
    lastMessageId: last.lastMessageId ?? one.lastMessageId ?? other.lastMessageId,
    lastReactionId: last.lastReactionId,
    lastMessageAt: last.lastMessageAt,
    lastCustomerMessageAt: laterOf(one, other),
    waitingSince: earlierWait(one, other),
  };
}

function earlierWait(...both: [TicketRow, TicketRow]): Date | null {
  const waits = both.flatMap(({ waitingSince }) => waitingSince?.getTime() ?? []);
  return waits.length > 0 ? new Date(Math.min(...waits)) : null;
}
