import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { inParallel, isAnyOf, schema } from "../../../../db/index.ts";
import { containing, containingPerson } from "../../../ground/containing.ts";
import type { Context } from "../../../ground/context.ts";
import { findContactIds } from "../../contacts/index.ts";
import { newestFirst } from "../documents/select-tickets.ts";
import { readableMessages, visibleTickets } from "../policy.ts";
import { type SearchSlices, ticketsWithMessage } from "./tickets-with-message.ts";

const { tickets, contacts, messages } = schema;

/** Maintained by the database, see 0008_search_column.sql. */
const searchText = sql`${messages}.search`;
/** The shortest text in a trigram index. */
const SHORTEST = 3;
export type SearchLimits = {
  /** How many of the newest tickets are read first, message by message: frequent words fill their page here. */
  read: number;
  /** Up to this many tickets, reading their messages is faster than the index. */
  maxRead: number;
  /** How many tickets are searched at once through their slices of the index. */
  least: number;
  most: number;
  /** How many tickets are searched next if the first ones have no match; null: all, also if they have only one. */
  unseen: number | null;
  /** Through more slices than this, the index is slower than reading the messages of `most` tickets. */
  maxSlices: number;
  /** With more tickets than this to search for a page, the words are rare: the whole index is searched. */
  longest: number;
  /** The largest number of messages that one statement fetches through the index. */
  maxMessages: number;
};
const forWord: SearchLimits = {
  ...{ read: 150, maxRead: 350, least: 500, most: 1_500, unseen: null },
  ...{ maxSlices: 60, longest: 4_000, maxMessages: 20_000 },
};
/** Few phrases fill their page at once, and their frequent words make the whole index expensive. */
const forPhrase: SearchLimits = { ...forWord, read: 60, unseen: 500, longest: 16_000 };

/**
 * Makes Postgres check `exists` by an index, row by row. Without it, the planner expects many rows and scans the whole
 * table.
 */
const onlyAsAsked = sql`offset 0`;
const order = sql.join(newestFirst, sql`, `);

type Search = {
  ctx: Context;
  allowed: SQL;
  pattern: string;
  person: string;
  number: number | undefined;
  readsMessages: boolean;
};
/** Tickets whose last message is at `upTo` or earlier (null: at any time) and later than `after` (null: all older tickets). */
type Span = {
  upTo: string | null;
  after: string | null;
  /** The slices of the tickets' messages; null: the search reads the whole index. */
  slices: SearchSlices | null;
  /** The number of slices. */
  counted: number;
};
const wholeIndex = (upTo: string | null): Span => ({ upTo, after: null, slices: null, counted: 0 });

/**
 * Returns a page of the tickets that match `filter` and whose contact, number or readable messages match: their ids,
 * newest first. Searches span after span from the newest tickets on until the page is full, and all at once for rare words.
 */
export async function searchTickets(
  ctx: Context,
  text: string,
  filter: SQL | undefined,
  page: { limit: number; offset: number },
  limits: SearchLimits = /\s/.test(text) ? forPhrase : forWord,
): Promise<string[]> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  const search: Search = {
    ctx,
    allowed: and(eq(tickets.companyId, ctx.companyId), visibleTickets(ctx.actor), filter) ?? sql`true`,
    pattern: containing(text),
    person: containingPerson(text),
    number: number === undefined ? undefined : Number(number),
    readsMessages: text.length >= SHORTEST,
  };
  return (await firstMatches(search, text, page.offset + page.limit, limits)).slice(page.offset);
}

async function firstMatches(search: Search, text: string, wanted: number, limits: SearchLimits): Promise<string[]> {
  const first = await readNewest(search, limits.read, wanted);
  if (first.length === wanted) return first;
  const enough = enoughFor(wanted, first.length, limits.read);
  if (enough <= limits.maxRead) {
    const more = await readNewest(search, enough, wanted);
    if (more.length === wanted) return more;
  }
  // Few matches say little of the others: counted as one standard deviation less.
  const likely = enoughFor(wanted, first.length - Math.sqrt(first.length), limits.read);
  const isRare = first.length === 0 || (first.length === 1 && limits.unseen === null);
  const most = isRare ? limits.unseen : Math.min(likely, Math.max(limits.most, wanted));
  const start = most === null ? Promise.resolve(wholeIndex(null)) : spanOf(search, most, null);
  const [span, contactIds] = await inParallel([start, findContactIds(search.ctx, text)]);
  return searchSpans(search, { span, most: most ?? 0 }, { contactIds, wanted, limits });
}

/** Searches span after span, from the given one of `most` tickets on, for the first `wanted` matches. */
async function searchSpans(
  search: Search,
  { span, most }: { span: Span; most: number },
  { contactIds, wanted, limits }: { contactIds: string[] | null; wanted: number; limits: SearchLimits },
): Promise<string[]> {
  const found: string[] = [];
  let searched = 0;
  /** The whole index would return too many messages or contacts: longer and longer spans are searched. */
  let isFrequent = contactIds === null;
  for (;;) {
    if (isFrequent && span.slices === null) {
      most = limits.longest;
      span = await spanOf(search, most, span.upTo);
    }
    const isWide = span.counted > limits.maxSlices;
    const isRead = isWide && (isFrequent || most <= limits.most);
    if (isWide && !isRead) span = wholeIndex(span.upTo);
    const asked = { contactIds, wanted: wanted - found.length, maxMessages: limits.maxMessages };
    let next = isRead ? null : await searchIn(search, span, asked);
    if (!next && span.slices === null) {
      isFrequent = true;
      continue;
    }
    next ??= await readSpan(search, span, asked.wanted);
    found.push(...next);
    if (found.length === wanted || span.after === null) return found;
    searched += most;
    most = Math.max(limits.least, enoughFor(wanted - found.length, found.length, searched));
    const isLong = searched + most > limits.longest;
    if (isLong && isFrequent) most = limits.longest + 3 * searched;
    span = isLong && !isFrequent ? wholeIndex(span.after) : await spanOf(search, most, span.after);
  }
}

/** Returns a number of tickets that probably holds `wanted` matches, if `searched` ones held `found`. */
const enoughFor = (wanted: number, found: number, searched: number): number =>
  Math.ceil((1.75 * searched * wanted) / found);

/** Returns the first `wanted` matches among the `most` newest tickets; reads their messages, not the index. */
function readNewest(search: Search, most: number, wanted: number): Promise<string[]> {
  return readTickets(search, sql`${search.allowed} order by ${order} limit ${most}`, wanted);
}

/** The same among the tickets of the span. */
function readSpan(search: Search, span: Span, wanted: number): Promise<string[]> {
  return readTickets(search, sql`${isIn(search, span)} order by ${order}`, wanted);
}

async function readTickets(search: Search, which: SQL, wanted: number): Promise<string[]> {
  const { ctx, pattern, readsMessages } = search;
  const inMessages = sql`exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.companyId}
    and ${messages.ticketId} = ${tickets.id} and ${searchText} like ${pattern}
    and not ${messages.isDeleted} and ${readableMessages(ctx.actor)} ${onlyAsAsked})`;
  // With the table's name, so that the conditions apply to it.
  const found = await ctx.db.execute<{ id: string }>(sql`
    select id from (select * from ${tickets} where ${which}) as "tickets"
    where ${or(numbered(search), named(search), readsMessages ? inMessages : undefined)} order by ${order} limit ${wanted}`);
  return found.map((row) => row.id);
}

const numbered = ({ number }: Search) => (number === undefined ? undefined : eq(tickets.number, number));
const named = ({ ctx, person }: Search) =>
  sql`exists (select 1 from ${contacts} where ${contacts.companyId} = ${ctx.companyId}
    and ${contacts.id} = ${tickets.contactId} and ${contacts.search} like ${person} ${onlyAsAsked})`;

/** Returns the span of the next `most` tickets. */
async function spanOf(search: Search, most: number, upTo: string | null): Promise<Span> {
  const next = isIn(search, { upTo, after: null });
  const [span] = await search.ctx.db.execute<{
    slices: SearchSlices;
    counted: number;
    tickets: number;
    after: string;
  }>(sql`
    select coalesce(array_agg(distinct slice), '{}')::text as slices, count(distinct slice)::int as counted,
      count(*)::int as tickets, min(last_message_at)::text as after
    from (select (search_slices(company_id, id))[1] as slice, last_message_at
      from ${tickets} where ${next} order by ${order} limit ${most}) as next`);
  if (!span) throw new Error("an aggregate returned no row");
  return { upTo, after: span.tickets < most ? null : span.after, slices: span.slices, counted: span.counted };
}

/** The condition that the actor may find the ticket, and that it is in the span. */
function isIn({ allowed }: Search, { upTo, after }: Pick<Span, "upTo" | "after">): SQL | undefined {
  return and(
    allowed,
    upTo === null ? undefined : sql`${tickets.lastMessageAt} <= ${upTo}::timestamptz`,
    after === null ? undefined : sql`${tickets.lastMessageAt} > ${after}::timestamptz`,
  );
}

/** Returns the first matches of the span through the indexes; null: `maxMessages` or more messages match. */
async function searchIn(
  search: Search,
  span: Span,
  { contactIds, wanted, maxMessages }: { contactIds: string[] | null; wanted: number; maxMessages: number },
): Promise<string[] | null> {
  const { ctx, pattern, readsMessages } = search;
  const inMessages = readsMessages ? await ticketsWithMessage(ctx, pattern, span.slices, maxMessages) : undefined;
  if (inMessages === null) return null;
  const ofContact = contactIds ? isAnyOf(tickets.contactId, contactIds) : named(search);
  // Sorted apart: the planner would read all tickets in their order, expecting the page to be full soon.
  const matches = sql`select id, last_message_at from ${tickets}
    where ${and(isIn(search, span), or(numbered(search), ofContact, inMessages))} ${onlyAsAsked}`;
  const found = await ctx.db.execute<{ id: string }>(
    sql`select id from (${matches}) as "tickets" order by ${order} limit ${wanted}`,
  );
  return found.map((row) => row.id);
}
