import { and, eq, sql } from "drizzle-orm";
import { type MessageRow, THREAD_TAIL } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { inParallel, isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireTicketHead, type TicketHead, visibleTickets } from "../tickets/index.ts";
import { messageRows, toRow } from "./message-rows.ts";
import { selectThreadPage } from "./select-messages.ts";

const { messages, tickets } = schema;

const newestFirst = sql`created_at desc nulls last, seq desc nulls last, id desc nulls last`;

type ThreadPage = { ticket: TicketHead; messages: MessageRow[]; hasMore: boolean };

/**
 * Returns a page of a conversation, oldest first, with its ticket: the ticket's messages, preceded by the contact's
 * earlier tickets. Either page 1, 2, … from the newest, or the messages before a given one.
 */
export async function listMessages(
  ctx: Context,
  ticketId: string,
  from: { page?: number; before?: string },
  limit = 20,
): Promise<ThreadPage> {
  const [ticket, found] = await (from.before
    ? pageBefore(ctx, ticketId, from.before, limit + 1)
    : pageAt(ctx, ticketId, (Math.max(1, from.page ?? 1) - 1) * limit, limit + 1));
  const rows = found.slice(0, limit).map((message) => toRow(ctx, message));
  return { ticket, messages: rows.reverse(), hasMore: found.length > limit };
}

/** Both statements share a round trip. The messages are dropped when the actor may not see the ticket. */
function pageAt(ctx: Context, ticketId: string, offset: number, limit: number) {
  return inParallel([requireTicketHead(ctx, ticketId), selectThreadPage(ctx, ticketId, { offset }, limit)]);
}

async function pageBefore(ctx: Context, ticketId: string, messageId: string, limit: number) {
  const ticket = await requireTicketHead(ctx, ticketId);
  const start = await placeOf(ctx, messageId, ticket);
  return [ticket, await selectThreadPage(ctx, ticketId, start, limit)] as const;
}

async function placeOf(ctx: Context, messageId: string, ticket: { contactId: string; number: number }) {
  const [place] = await ctx.db
    .select({ number: tickets.number, createdAt: messages.createdAt, seq: messages.seq, id: messages.id })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId), eq(tickets.contactId, ticket.contactId)),
    );
  if (!place || place.number > ticket.number) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id: messageId });
  return place;
}

export type ThreadTail = { messages: MessageRow[]; hasOlder: boolean };

/**
 * Returns the newest messages of each ticket that the actor may see, oldest first; `hasOlder` includes the contact's
 * earlier tickets.
 */
export async function threadTail(
  ctx: Context,
  ticketIds: readonly string[],
  limit = THREAD_TAIL,
): Promise<Map<string, ThreadTail>> {
  if (ticketIds.length === 0) return new Map();
  const found = await ctx.db.execute<{ ticket_id: string; has_earlier: boolean; ids: string[] }>(sql`
    select "tickets".id as ticket_id,
      exists (select 1 from ${tickets} e where e.company_id = ${ctx.companyId}::uuid and e.contact_id = "tickets".contact_id
        and e.number < "tickets".number
        and exists (select 1 from ${messages} x where x.company_id = ${ctx.companyId}::uuid and x.ticket_id = e.id)) as has_earlier,
      (select coalesce(json_agg(m.id order by m.created_at desc, m.seq desc, m.id desc), '[]') from (
        select id, created_at, seq from ${messages} m where m.company_id = ${ctx.companyId}::uuid and m.ticket_id = "tickets".id
        order by ${newestFirst} limit ${limit + 1}) m) as ids
    from ${tickets}
    where "tickets".company_id = ${ctx.companyId}::uuid and ${visibleTickets(ctx.actor)}
      and ${isAnyOf(tickets.id, ticketIds)}`);
  const wanted = found.flatMap((row) => row.ids.slice(0, limit).reverse());
  const byTicket = Map.groupBy(await messageRows(ctx, wanted), (row) => row.ticketId);
  return new Map(
    found.map((row) => [
      row.ticket_id,
      { messages: byTicket.get(row.ticket_id) ?? [], hasOlder: row.has_earlier || row.ids.length > limit },
    ]),
  );
}
