import { and, eq, getTableColumns, type SQL, type SQLWrapper, Subquery, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type TicketDocument, type TicketNote, ticketFields, ticketTimes } from "../../../../contracts/desk/tickets.ts";
import { pick } from "../../../../contracts/pick.ts";
import { type CompanyDb, prepareOnceFor, schema } from "../../../../db/index.ts";
import type { Context, DeskContext } from "../../../ground/context.ts";
import { preparedSeer, type Rights, rightsKey, seerValues, visibleTickets } from "../policy.ts";
import { type Chosen, type ConditionName, conditionOf, withIds } from "./ticket-conditions.ts";

const { tickets, contacts, connections, contactFields, messages, users, queues, ticketTags, tags, ticketNotes } =
  schema;
const reacted = alias(messages, "reacted");

export type Tag = { id: string; name: string; color: string };
export type ExtraInfo = { id: string; name: string; value: string };
type LastFound = NonNullable<TicketDocument["lastMessage"]>;

/** Newest first, in the order of the index tickets_list. */
export const newestFirst: SQL[] = [sql`${tickets.lastMessageAt} desc nulls last`, sql`${tickets.id}`];

/**
 * A statement that returns the tickets which meet all conditions and which an actor of these rights may see (null: all of
 * them), newest first. Only documents have notes and the contact's last words, and only `hasFields` has the contact's
 * extra fields.
 */
type Form = {
  rights: Rights | null;
  conditions: readonly ConditionName[];
  limit?: number;
  isFirstPage: boolean;
  isDocument: boolean;
  hasFields: boolean;
};

const selected = prepareOnceFor(
  (form: Form) => (db, param) => {
    const company = param("companyId");
    const pageOf = sql`select * from ${tickets} where ${and(
      eq(tickets.companyId, company),
      form.rights ? visibleTickets(preparedSeer(form.rights, param)) : undefined,
      ...form.conditions.map((name) => conditionOf(name, param)),
    )}`;
    // The limit is part of the text: for an unknown one, Postgres would plan for a tenth of all rows.
    const limits = form.limit
      ? sql`order by ${sql.join(newestFirst, sql`, `)} limit ${sql.raw(String(form.limit))} ${form.isFirstPage ? sql`` : sql`offset ${param("offset")}`}`
      : sql``;
    // Under the table's own name, so that its columns are also those of the page.
    const page = new Subquery(sql`${pageOf} ${limits}`, getTableColumns(tickets), "tickets");
    return selectFrom(db, page, company, form);
  },
  ({ rights, conditions, limit, isFirstPage, isDocument, hasFields }) =>
    [rights ? rightsKey(rights) : "any", limit, isFirstPage, isDocument, hasFields, ...conditions].join(),
);

export type TicketFound = Awaited<ReturnType<ReturnType<typeof selected>>>[number];

/** `values` are those of the conditions. Without a limit, all tickets that meet them. */
export function selectTickets(
  ctx: Context,
  { conditions, values }: Chosen,
  { limit, offset = 0, isDocument = false, hasFields = false }: Partial<Form> & { offset?: number } = {},
) {
  const select = selected({ rights: ctx.actor, conditions, limit, isFirstPage: offset === 0, isDocument, hasFields });
  return select(ctx.db, { ...values, ...seerValues(ctx.actor), companyId: ctx.companyId, offset });
}

/** Returns the given tickets with what their documents need, regardless of who may see them. */
export function selectAnyTickets({ db, companyId }: DeskContext, ids: readonly string[]) {
  const { conditions, values } = withIds(ids);
  const form = { rights: null, conditions, isFirstPage: true, isDocument: true, hasFields: false };
  return selected(form)(db, { ...values, companyId });
}

/** Joins what the tickets refer to. Each table has the company as a value (docs/decisions/0061). */
function selectFrom(db: CompanyDb, page: Subquery, company: SQLWrapper, { isDocument, hasFields }: Form) {
  return db
    .select({
      ticket: pick(tickets, [...ticketFields, ...ticketTimes, "connectionId", "isBot"]),
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
        isDeleted: messages.isDeleted,
      },
      lastMediaName: messages.mediaName,
      reacted: {
        messageId: reacted.id,
        body: reacted.body,
        mediaType: reacted.mediaType,
        reactions: reacted.reactions,
      },
      user: { id: users.id, name: users.name },
      queue: { id: queues.id, name: queues.name, color: queues.color },
      tags: sql<
        Tag[]
      >`coalesce((select json_agg(json_build_object('id', ${tags.id}, 'name', ${tags.name}, 'color', ${tags.color}) order by ${tags.name})
        from ${ticketTags} join ${tags} on ${tags.companyId} = ${company} and ${tags.id} = ${ticketTags.tagId}
        where ${ticketTags.companyId} = ${company} and ${ticketTags.ticketId} = ${tickets.id}), '[]')`,
      lastWords: isDocument ? lastWordsOf(company) : sql<LastFound | null>`null`,
      notes: isDocument ? notesOf(company) : sql<TicketNote[]>`'[]'::json`,
      extraInfo: hasFields ? fieldsOf(company) : sql<ExtraInfo[]>`'[]'::json`,
    })
    .from(page)
    .innerJoin(contacts, and(eq(contacts.companyId, company), eq(contacts.id, tickets.contactId)))
    .leftJoin(connections, and(eq(connections.companyId, company), eq(connections.id, tickets.connectionId)))
    .leftJoin(messages, and(eq(messages.companyId, company), eq(messages.id, tickets.lastMessageId)))
    .leftJoin(reacted, and(eq(reacted.companyId, company), eq(reacted.id, tickets.lastReactionId)))
    .leftJoin(users, and(eq(users.companyId, company), eq(users.id, tickets.userId)))
    .leftJoin(queues, and(eq(queues.companyId, company), eq(queues.id, tickets.queueId)))
    .orderBy(...newestFirst);
}

/**
 * Selects the contact's last message in a pending ticket whose last message is ours; log_message() uses the same
 * condition.
 */
function lastWordsOf(company: SQLWrapper): SQL<LastFound | null> {
  return sql`case when ${messages.fromMe} and ${tickets.status} = 'pending' then (
    select json_build_object('id', w.id, 'body', w.body, 'fromMe', w.from_me, 'mediaType', w.media_type, 'ack', w.ack,
      'errorCode', w.error_code, 'mediaSeconds', w.media_seconds, 'origin', w.origin, 'isDeleted', w.is_deleted)
    from ${messages} w where w.company_id = ${company} and w.ticket_id = ${tickets.id} and not w.from_me and w.answer_to is null
    order by w.created_at desc, w.seq desc, w.id desc limit 1) end`;
}

function notesOf(company: SQLWrapper): SQL<TicketNote[]> {
  return sql`coalesce((select json_agg(json_build_object('id', ${ticketNotes.id}, 'note', ${ticketNotes.note},
      'userId', ${ticketNotes.userId}, 'userName', ${ticketNotes.userName},
      'transfer', ${ticketNotes.transfer},
      'createdAt', to_char(${ticketNotes.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by ${ticketNotes.createdAt}, ${ticketNotes.id})
    from ${ticketNotes} where ${ticketNotes.companyId} = ${company} and ${ticketNotes.ticketId} = ${tickets.id}), '[]')`;
}

function fieldsOf(company: SQLWrapper): SQL<ExtraInfo[]> {
  const { id, name, value, position } = contactFields;
  return sql`coalesce((select json_agg(json_build_object('id', ${id}, 'name', ${name}, 'value', ${value}) order by ${position})
    from ${contactFields} where ${contactFields.companyId} = ${company} and ${contactFields.contactId} = ${tickets.contactId}), '[]')`;
}
