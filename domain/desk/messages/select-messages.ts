import { and, eq, getTableColumns, type Placeholder, type SQL, Subquery, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type CompanyDb, prepareOnceFor, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { preparedSeer, type Rights, rightsKey, seerValues, visibleTickets } from "../tickets/index.ts";

const { campaigns, messages, tickets, users } = schema;
const quoted = alias(messages, "quoted");
const quotedUsers = alias(users, "quoted_users");

const newestFirst = sql`m.created_at desc nulls last, m.seq desc nulls last, m.id desc nulls last`;

export type MessageFound = Awaited<ReturnType<typeof selectMessages>>[number];

/** Returns the given messages of tickets that the actor may see, in no order. */
export function selectMessages({ db, companyId, actor }: Context, ids: readonly string[]) {
  return byIds({ rights: actor, isOne: ids.length === 1 })(db, {
    ...seerValues(actor),
    companyId,
    ids: idsValue(ids),
  });
}

/** Returns the given messages in no order, regardless of who may read them. */
export function selectAnyMessages({ db, companyId }: Pick<DeskContext, "db" | "companyId">, ids: readonly string[]) {
  return byIds({ rights: null, isOne: ids.length === 1 })(db, { companyId, ids: idsValue(ids) });
}

const idsValue = (ids: readonly string[]) => (ids.length === 1 ? ids[0] : ids);

const byIds = prepareOnceFor(
  // A single id is compared with `=`: Postgres would estimate an array of unknown length as ten elements.
  ({ rights, isOne }: { rights: Rights | null; isOne: boolean }) =>
    (db, param) => {
      const company = param("companyId");
      const ids = param("ids");
      const found = sql`select m.* from ${messages} m where m.company_id = ${company}
        and ${isOne ? sql`m.id = ${ids}::uuid` : sql`m.id = any(${ids}::uuid[])`}`;
      const select = selectFrom(db, found, company);
      return rights ? select.where(visibleTickets(preparedSeer(rights, param))) : select;
    },
  ({ rights, isOne }) => `${rights ? rightsKey(rights) : "any"} ${isOne}`,
);

/** Where a page of a conversation begins: at a number of its newest messages, or before a message. */
type ThreadStart = { offset: number } | { number: number; createdAt: Date; seq: number; id: string };

/**
 * Returns up to `limit` messages of a conversation, newest first: the ticket's messages, followed by the contact's
 * earlier tickets. The caller checks that the actor may see the ticket; messages of earlier tickets that the actor may
 * not read are shown as existing.
 */
export function selectThreadPage(ctx: Context, ticketId: string, start: ThreadStart, limit: number) {
  const { companyId } = ctx;
  if (!("offset" in start)) {
    const at = { number: start.number, createdAt: start.createdAt.toISOString(), seq: start.seq, messageId: start.id };
    return threadPage({ limit, from: "before" })(ctx.db, { companyId, ticketId, ...at });
  }
  const { offset } = start;
  const from = offset === 0 ? "newest" : "offset";
  return threadPage({ limit, from })(ctx.db, { companyId, ticketId, offset, needed: offset + limit });
}

const threadPage = prepareOnceFor(
  ({ limit, from }: { limit: number; from: "newest" | "offset" | "before" }) =>
    (db, param) => {
      const company = param("companyId");
      // A limit in the text: for an unknown one, Postgres would plan for a tenth of all rows.
      const most = sql.raw(String(limit));
      const needed = from === "offset" ? sql`${param("needed")}` : most;
      const [upTo, before] =
        from === "before"
          ? [
              sql`and t.number <= ${param("number")}`,
              sql`and (t.number < ${param("number")} or (m.created_at, m.seq, m.id)
                < (${param("createdAt")}::timestamptz, ${param("seq")}, ${param("messageId")}::uuid))`,
            ]
          : [sql``, sql``];
      const opened = (column: "contact_id" | "number") =>
        sql`(select ${sql.raw(column)} from ${tickets} where company_id = ${company} and id = ${param("ticketId")})`;
      // Each ticket contributes at most the needed number along its index, so that no contact's whole history is ever
      // sorted. Materialized, and the opened ticket in subqueries: of a company that has grown since the last ANALYZE,
      // Postgres expects one ticket, and would look for the page once for each of them.
      const page = sql`with page as materialized (select m.* from (
        select t.id, t.number from ${tickets} t
        where t.company_id = ${company} and t.contact_id = ${opened("contact_id")} and t.number <= ${opened("number")}
          and exists (select 1 from ${messages} x where x.company_id = ${company} and x.ticket_id = t.id) ${upTo}
        order by t.number desc limit ${needed}
      ) t cross join lateral (
        select m.* from ${messages} m
        where m.company_id = ${company} and m.ticket_id = t.id ${before}
        order by ${newestFirst} limit ${needed}
      ) m
      order by t.number desc, ${newestFirst} limit ${most} ${from === "offset" ? sql`offset ${param("offset")}` : sql``})
      select * from page`;
      return selectFrom(db, page, company).orderBy(
        sql`${tickets.number} desc, ${messages.createdAt} desc, ${messages.seq} desc, ${messages.id} desc`,
      );
    },
  ({ limit, from }) => `${limit} ${from}`,
);

/** Joins what the messages refer to. Each table has the company as a value (docs/decisions/0061). */
function selectFrom(db: CompanyDb, found: SQL, company: Placeholder) {
  return db
    .select({
      message: {
        id: messages.id,
        ticketId: messages.ticketId,
        queueId: messages.queueId,
        fromMe: messages.fromMe,
        userId: messages.userId,
        origin: messages.origin,
        author: messages.author,
        body: messages.body,
        mediaType: messages.mediaType,
        fileId: messages.fileId,
        mediaName: messages.mediaName,
        mediaMimetype: messages.mediaMimetype,
        mediaSize: messages.mediaSize,
        mediaSeconds: messages.mediaSeconds,
        waveform: messages.waveform,
        mediaState: messages.mediaState,
        mediaError: messages.mediaError,
        ack: messages.ack,
        errorCode: messages.errorCode,
        acceptedAt: messages.acceptedAt,
        deliveredAt: messages.deliveredAt,
        readAt: messages.readAt,
        playedAt: messages.playedAt,
        reactions: messages.reactions,
        isDeleted: messages.isDeleted,
        editedAt: messages.editedAt,
        isLate: messages.isLate,
        seq: messages.seq,
        createdAt: messages.createdAt,
        receivedAt: messages.receivedAt,
      },
      ticket: { queueId: tickets.queueId, userId: tickets.userId },
      quoted: {
        id: quoted.id,
        ticketId: quoted.ticketId,
        body: quoted.body,
        fromMe: quoted.fromMe,
        mediaType: quoted.mediaType,
        queueId: quoted.queueId,
        author: quoted.author,
      },
      quotedUser: quotedUsers.name,
      campaign: { id: campaigns.id, name: campaigns.name },
    })
    .from(new Subquery(found, getTableColumns(messages), "messages"))
    .innerJoin(tickets, and(eq(tickets.companyId, company), eq(tickets.id, messages.ticketId)))
    .leftJoin(quoted, and(eq(quoted.companyId, company), eq(quoted.id, messages.quotedId)))
    .leftJoin(quotedUsers, and(eq(quotedUsers.companyId, company), eq(quotedUsers.id, quoted.userId)))
    .leftJoin(campaigns, and(eq(campaigns.companyId, company), eq(campaigns.id, messages.campaignId)));
}
