import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import { can } from "../../sync/contracts/permissions.ts";
import { containing, findContactIds } from "../contacts/index.ts";
import type { Context } from "../context.ts";
import { readableMessages, visibleTickets } from "./policy.ts";
import { newestFirst } from "./select-tickets.ts";

const { tickets, contacts, messages } = schema;

/** Maintained by the database, see 0008_search_column.sql. */
const searchText = sql`${messages}.search`;
/** The shortest text in a trigram index. */
const SHORTEST = 3;
/** How many of the newest tickets are scanned first: common words fill their page here. */
const FIRST_LOOK = 150;
/**
 * How many tickets are scanned for words that the first scan found neither common nor rare. The scan ends when the
 * page is full; fetching some thousand messages through the index would take longer.
 */
const LONGEST_LOOK = 4_000;
/** Rarer words are fetched through the index; with more messages than this, every ticket is scanned. */
const MOST_MESSAGES = 20_000;

/** Keeps an `exists` a look-up per row: expecting many rows, the planner would scan the whole table. */
const onlyAsAsked = sql`offset 0`;

type Words = { pattern: string; number: number | undefined; readsMessages: boolean };

/**
 * Returns a page of the tickets that match `filter` and whose contact, number or readable messages match: their ids,
 * newest first. Scanning tickets is expensive for rare words, index look-ups for common ones; scanning a few tickets
 * first shows which it is.
 */
export async function searchTickets(
  ctx: Context,
  text: string,
  filter: SQL | undefined,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  const words: Words = {
    pattern: containing(text),
    number: number === undefined ? undefined : Number(number),
    readsMessages: text.length >= SHORTEST,
  };
  const allowed = and(eq(tickets.companyId, ctx.companyId), visibleTickets(ctx.actor), filter) ?? sql`true`;
  const wanted = page.offset + page.limit;
  const newest = await lookThrough(ctx, allowed, words, wanted, FIRST_LOOK);
  if (newest.length === wanted) return newest.slice(page.offset);
  // Twice as many as needed for evenly distributed matches.
  const enough = Math.ceil((2 * FIRST_LOOK * wanted) / newest.length);
  if (enough <= LONGEST_LOOK) {
    const more = await lookThrough(ctx, allowed, words, wanted, enough);
    if (more.length === wanted) return more.slice(page.offset);
  }
  const found = await lookUp(ctx, text, words);
  return pageOf(ctx, and(allowed, found ?? anyMatch(ctx, words)), page);
}

/** Returns the first `wanted` matches among the `most` newest tickets. */
async function lookThrough(ctx: Context, allowed: SQL, words: Words, wanted: number, most: number): Promise<string[]> {
  // With the table's name, so that the conditions apply to it.
  const order = sql.join(newestFirst, sql`, `);
  const found = await ctx.db.execute<{ id: string }>(sql`
    select id from (select * from ${tickets} where ${allowed} order by ${order} limit ${most}) as "tickets"
    where ${anyMatch(ctx, words)} order by ${order} limit ${wanted}`);
  return found.map((row) => row.id);
}

function anyMatch(ctx: Context, { pattern, number, readsMessages }: Words): SQL | undefined {
  const said = sql`exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.companyId}
    and ${messages.ticketId} = ${tickets.id} and ${searchText} like ${pattern}
    and not ${messages.isDeleted} and ${readableMessages(ctx.actor)} ${onlyAsAsked})`;
  const named = sql`exists (select 1 from ${contacts} where ${contacts.companyId} = ${ctx.companyId}
    and ${contacts.id} = ${tickets.contactId} and ${contacts.search} like ${pattern} ${onlyAsAsked})`;
  return or(number === undefined ? undefined : eq(tickets.number, number), named, readsMessages ? said : undefined);
}

/** Returns the condition from the trigram indexes; null: too many matches. */
async function lookUp(ctx: Context, text: string, { pattern, number, readsMessages }: Words): Promise<SQL | null> {
  const contactIds = await findContactIds(ctx, text);
  if (!contactIds) return null;
  const said = readsMessages
    ? await ctx.db.execute<{ ticket_id: string; queue_id: string | null; counted: number }>(
        sql`select ticket_id, queue_id, counted from tickets_saying(${pattern}, ${MOST_MESSAGES})`,
      )
    : [];
  if (said.length > 0 && said.reduce((sum, row) => sum + row.counted, 0) >= MOST_MESSAGES) return null;
  const { profile, allHistoric, queueIds, id } = ctx.actor;
  const readsAll = can.seeAllTickets(profile) || allHistoric;
  const { readable = [], foreign = [] } = Object.groupBy(said, ({ queue_id }) =>
    readsAll || queue_id === null || queueIds.includes(queue_id) ? "readable" : "foreign",
  );
  const named = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        or(isAnyOf(tickets.contactId, contactIds), number === undefined ? undefined : eq(tickets.number, number)),
      ),
    );
  const sure = [...named.map((row) => row.id), ...readable.map((row) => row.ticket_id)];
  if (foreign.length === 0) return isAnyOf(tickets.id, sure);
  // Messages of another queue are readable for the ticket's own agent, while the ticket is in that queue.
  const places = [foreign.map((row) => row.ticket_id), foreign.map((row) => row.queue_id)];
  const own = sql`(${tickets.userId} = ${id} and (${tickets.id}, ${tickets.queueId}) in
    (select * from unnest(${sql.param(places[0])}::uuid[], ${sql.param(places[1])}::uuid[])))`;
  const all = [...sure, ...foreign.map((row) => row.ticket_id)];
  return and(isAnyOf(tickets.id, all), or(isAnyOf(tickets.id, sure), own)) ?? null;
}

async function pageOf(ctx: Context, where: SQL | undefined, page: { limit: number; offset: number }) {
  const found = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(where)
    .orderBy(...newestFirst)
    .limit(page.limit)
    .offset(page.offset);
  return found.map((row) => row.id);
}
