import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isAnyOf, schema } from "../../db/index.ts";
import { automaticOrigins } from "../../sync/contracts/messages.ts";
import { searchable, sortKeyOf, type TicketDocument, type TicketNote } from "../../sync/contracts/tickets.ts";
import type { Actor, Context } from "../context.ts";
import { canAnswer, canReopen, isHiddenFrom, visibleTickets } from "./policy.ts";

const { tickets, contacts, connections, messages, users, queues, ticketTags, tags, ticketNotes } = schema;
const reacted = alias(messages, "reacted");

/** A ticket's document without its revision, which the log has. */
export type TicketContent = Omit<TicketDocument, "rev">;
type Tag = { id: string; name: string; color: string };

/** A ticket with the names of its parts, for the HTTP interface. */
export type TicketView = TicketContent & {
  user: { id: string; name: string } | null;
  queue: { id: string; name: string; color: string } | null;
  connection: { id: string; name: string } | null;
  contact: { id: string; name: string; number: string; email: string; profilePicUrl: string; disableBot: boolean };
  tags: Tag[];
  /** The file name of the last message. */
  lastMediaName: string | null;
};

export type TicketQuery = { limit?: number; offset?: number; orderBy?: SQL[] };

/** Newest first, in the order of the index tickets_list. */
export const newestFirst: SQL[] = [sql`${tickets.lastMessageAt} desc nulls last`, sql`${tickets.id}`];

/**
 * Returns the tickets that the actor may see. `where` first selects a page by its index, then the other tables are
 * joined.
 */
export async function ticketViews(
  ctx: Context,
  where: SQL | undefined | readonly string[],
  query: TicketQuery = {},
): Promise<TicketView[]> {
  if (isIds(where)) return loadViews(ctx, where, query.orderBy ?? newestFirst);
  const page = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), visibleTickets(ctx.actor), where))
    .orderBy(...(query.orderBy ?? newestFirst))
    .limit(query.limit ?? 10_000)
    .offset(query.offset ?? 0);
  const ids = page.map((row) => row.id);
  return loadViews(ctx, ids, query.orderBy ?? newestFirst);
}

async function loadViews(ctx: Context, ids: readonly string[], orderBy: SQL[]): Promise<TicketView[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({
      ticket: tickets,
      contact: {
        id: contacts.id,
        name: contacts.name,
        number: contacts.number,
        email: contacts.email,
        profilePicUrl: contacts.profilePicUrl,
        disableBot: contacts.disableBot,
      },
      connection: { id: connections.id, name: connections.name, channel: connections.channel },
      last: {
        id: messages.id,
        body: messages.body,
        fromMe: messages.fromMe,
        mediaType: messages.mediaType,
        ack: messages.ack,
        errorCode: messages.errorCode,
        mediaSeconds: messages.mediaSeconds,
        origin: messages.origin,
        queueId: messages.queueId,
      },
      lastMediaName: messages.mediaName,
      reacted: {
        messageId: reacted.id,
        body: reacted.body,
        mediaType: reacted.mediaType,
        queueId: reacted.queueId,
        reactions: reacted.reactions,
      },
      user: { id: users.id, name: users.name },
      queue: { id: queues.id, name: queues.name, color: queues.color },
      tags: sql<
        Tag[]
      >`coalesce((select json_agg(json_build_object('id', ${tags.id}, 'name', ${tags.name}, 'color', ${tags.color}) order by ${tags.name})
        from ${ticketTags} join ${tags} on ${tags.companyId} = ${ctx.companyId} and ${tags.id} = ${ticketTags.tagId}
        where ${ticketTags.companyId} = ${ctx.companyId} and ${ticketTags.ticketId} = ${tickets.id}), '[]')`,
      lastWords: lastWordsOf(ctx),
      notes: sql<
        TicketNote[]
      >`coalesce((select json_agg(json_build_object('id', ${ticketNotes.id}, 'note', ${ticketNotes.note},
          'userId', ${ticketNotes.userId}, 'userName', ${ticketNotes.userName},
          'createdAt', to_char(${ticketNotes.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by ${ticketNotes.createdAt}, ${ticketNotes.id})
        from ${ticketNotes} where ${ticketNotes.companyId} = ${ctx.companyId} and ${ticketNotes.ticketId} = ${tickets.id}), '[]')`,
    })
    .from(tickets)
    .innerJoin(contacts, and(eq(contacts.companyId, tickets.companyId), eq(contacts.id, tickets.contactId)))
    .leftJoin(connections, and(eq(connections.companyId, tickets.companyId), eq(connections.id, tickets.connectionId)))
    .leftJoin(messages, and(eq(messages.companyId, tickets.companyId), eq(messages.id, tickets.lastMessageId)))
    .leftJoin(reacted, and(eq(reacted.companyId, tickets.companyId), eq(reacted.id, tickets.lastReactionId)))
    .leftJoin(users, and(eq(users.companyId, tickets.companyId), eq(users.id, tickets.userId)))
    .leftJoin(queues, and(eq(queues.companyId, tickets.companyId), eq(queues.id, tickets.queueId)))
    .where(and(eq(tickets.companyId, ctx.companyId), isAnyOf(tickets.id, ids), visibleTickets(ctx.actor)))
    .orderBy(...orderBy);
  return rows.map((row) => ({ ...toContent(ctx.actor, row), ...namesOf(row) }));
}

/**
 * Selects the contact's last message where a list shows it instead of the last one; log_message() uses the same
 * condition.
 */
function lastWordsOf({ companyId }: Context): SQL<LastFound | null> {
  return sql`case when ${messages.fromMe} and (${tickets.status} = 'pending' or ${inArray(messages.origin, [...automaticOrigins])}) then (
    select json_build_object('id', w.id, 'body', w.body, 'fromMe', w.from_me, 'mediaType', w.media_type, 'ack', w.ack,
      'errorCode', w.error_code, 'mediaSeconds', w.media_seconds, 'origin', w.origin, 'queueId', w.queue_id)
    from ${messages} w where w.company_id = ${companyId} and w.ticket_id = ${tickets.id} and not w.from_me and not w.is_deleted
    order by w.created_at desc, w.seq desc, w.id desc limit 1) end`;
}

/** Returns the documents of the given tickets, or of those that `where` selects, that the actor may see. */
export async function ticketDocuments(
  ctx: Context,
  where: SQL | readonly string[],
  query: TicketQuery = {},
): Promise<TicketContent[]> {
  const views = await ticketViews(ctx, where, query);
  return views.map(
    ({ user: _u, queue: _q, connection: _c, contact: _p, tags: _t, lastMediaName: _m, ...content }) => content,
  );
}

const isIds = (where: SQL | undefined | readonly string[]): where is readonly string[] => Array.isArray(where);

type LastFound = NonNullable<TicketDocument["lastMessage"]> & { queueId: string | null };
type Row = {
  ticket: typeof tickets.$inferSelect;
  contact: TicketView["contact"];
  connection: { id: string; name: string; channel: TicketDocument["channel"] } | null;
  last: LastFound | null;
  lastWords: LastFound | null;
  lastMediaName: string | null;
  reacted: Reacted | null;
  user: TicketView["user"];
  queue: TicketView["queue"];
  tags: Tag[];
  notes: TicketNote[];
};
type Reacted = Pick<typeof messages.$inferSelect, "body" | "mediaType" | "queueId" | "reactions"> & {
  messageId: string;
};

function namesOf({ user, queue, connection, contact, tags, lastMediaName }: Row) {
  const ofConnection = connection && { id: connection.id, name: connection.name };
  return { user, queue, connection: ofConnection, contact, tags, lastMediaName };
}

function toContent(
  actor: Actor,
  { ticket, contact, connection, last, lastWords, reacted, tags, notes }: Row,
): TicketContent {
  return {
    id: ticket.id,
    number: ticket.number,
    status: ticket.status,
    isGroup: ticket.isGroup,
    chatbot: ticket.isBot,
    unreadMessages: ticket.unreadMessages,
    userId: ticket.userId,
    queueId: ticket.queueId,
    connectionId: ticket.connectionId,
    contactId: ticket.contactId,
    contactName: contact.name,
    contactNumber: contact.number,
    contactPicture: contact.profilePicUrl,
    channel: connection?.channel ?? "whatsapp",
    tagIds: tags.map((tag) => tag.id),
    lastMessage: last && lastMessageFor(actor, last, ticket),
    lastWords: lastWords && lastMessageFor(actor, lastWords, ticket),
    lastReaction: reacted && lastReactionFor(actor, reacted, ticket),
    notes,
    canAnswer: canAnswer(actor, ticket),
    canReopen: canReopen(actor, ticket),
    lastMessageAt: ticket.lastMessageAt.toISOString(),
    lastCustomerMessageAt: ticket.lastCustomerMessageAt?.toISOString() ?? null,
    sortKey: sortKeyOf(ticket.lastMessageAt),
    search: searchable(contact.name, contact.number),
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
  };
}

/** The last message may belong to a queue whose messages the actor may not read. */
function lastMessageFor(actor: Actor, last: LastFound, ticket: Row["ticket"]): TicketDocument["lastMessage"] {
  const { queueId, ...shown } = last;
  return isHiddenFrom(actor, { queueId }, ticket)
    ? { ...shown, body: "", mediaType: "chat", mediaSeconds: null }
    : shown;
}

function lastReactionFor(
  actor: Actor,
  { messageId, body, mediaType, queueId, reactions }: Reacted,
  ticket: Row["ticket"],
): TicketDocument["lastReaction"] {
  const [newest] = reactions.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (!newest || isHiddenFrom(actor, { queueId }, ticket)) return null;
  return { messageId, emoji: newest.emoji, fromMe: newest.fromMe, body, mediaType };
}
