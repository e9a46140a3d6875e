import { and, eq, gt, gte, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { inParallel, schema } from "../../db/index.ts";
import type { ExtraInfo } from "../../sync/contracts/contacts.ts";
import { LocalDate, localMinute } from "../../sync/contracts/local-time.ts";
import { can } from "../../sync/contracts/permissions.ts";
import type { TicketStatus } from "../../sync/contracts/tickets.ts";
import { companyTimeZone } from "../company-time/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { searchTickets } from "./search-tickets.ts";
import { type TicketView, ticketViews } from "./ticket-documents.ts";

const { tickets, ticketTags, contactFields } = schema;

export const TICKETS_PER_PAGE = 40;

export type TicketFilter = {
  status?: TicketStatus;
  /** Open and pending tickets, of every agent. */
  unclosed?: boolean;
  /** Includes other users' open tickets; ignored without the right (admin, allUserChat). */
  showAll?: boolean;
  search?: string;
  page?: number;
  queueIds?: readonly string[];
  tagIds?: readonly string[];
  /** Ignored without the permission `filterTicketsByUser`. */
  userIds?: readonly string[];
  /** The date of creation in the company's time zone: "2026-07-01", or an ISO instant, which means its local day. */
  date?: string;
  updatedAt?: string;
  withUnread?: boolean;
  isGroup?: boolean;
};

/** Returns a page of the tickets that the actor may see, newest first. */
export async function listTickets(
  ctx: Context,
  filter: TicketFilter,
): Promise<{ tickets: TicketView[]; hasMore: boolean }> {
  const place = { limit: TICKETS_PER_PAGE + 1, offset: (Math.max(1, filter.page ?? 1) - 1) * TICKETS_PER_PAGE };
  const search = filter.search?.trim();
  const where = and(...(await conditions(ctx, filter)));
  const found = await (search
    ? ticketViews(ctx, await searchTickets(ctx, search, where, place))
    : ticketViews(ctx, where, place));
  return { tickets: found.slice(0, TICKETS_PER_PAGE), hasMore: found.length > TICKETS_PER_PAGE };
}

/**
 * Returns a page of the open and pending tickets for the kanban board, newest first: of the given queues, or else of
 * the actor's own. Tickets without a queue are included for those who may see them.
 */
export function ticketsOfBoard(
  ctx: Context,
  { queueIds = [], page }: { queueIds?: readonly string[]; page?: number },
): Promise<{ tickets: TicketView[]; hasMore: boolean }> {
  return listTickets(ctx, { unclosed: true, page, queueIds: queueIds.length > 0 ? queueIds : ctx.actor.queueIds });
}

async function conditions(ctx: Context, filter: TicketFilter): Promise<(SQL | undefined)[]> {
  const { actor } = ctx;
  const showsAll = filter.showAll && (can.seeAllTickets(actor.profile) || actor.allUserChat);
  const search = filter.search?.trim();
  return [
    filter.status ? eq(tickets.status, filter.status) : undefined,
    filter.unclosed ? ne(tickets.status, "closed") : undefined,
    filter.status === "open" && !showsAll && !search ? eq(tickets.userId, actor.id) : undefined,
    filter.isGroup === undefined ? undefined : eq(tickets.isGroup, filter.isGroup),
    filter.withUnread
      ? and(gt(tickets.unreadMessages, 0), or(eq(tickets.userId, actor.id), eq(tickets.status, "pending")))
      : undefined,
    filter.queueIds?.length
      ? or(inArray(tickets.queueId, [...filter.queueIds]), sql`${tickets.queueId} is null`)
      : undefined,
    filter.userIds?.length && can.filterTicketsByUser(actor.profile)
      ? inArray(tickets.userId, [...filter.userIds])
      : undefined,
    filter.tagIds?.length ? taggedWith(ctx, filter.tagIds) : undefined,
    filter.date ? await onDay(ctx, "date", filter.date) : undefined,
    filter.updatedAt ? await onDay(ctx, "updatedAt", filter.updatedAt) : undefined,
  ];
}

function taggedWith(ctx: Context, tagIds: readonly string[]): SQL {
  const tagged = ctx.db
    .select({ ticketId: ticketTags.ticketId })
    .from(ticketTags)
    .where(and(eq(ticketTags.companyId, ctx.companyId), inArray(ticketTags.tagId, [...tagIds])));
  return inArray(tickets.id, tagged);
}

async function onDay(ctx: Context, field: "date" | "updatedAt", day: string): Promise<SQL | undefined> {
  const column = field === "date" ? tickets.createdAt : tickets.updatedAt;
  const timeZone = await companyTimeZone(ctx);
  const instant = day.length > 10 ? new Date(day) : null;
  const isInstant = instant !== null && !Number.isNaN(instant.getTime());
  const date = isInstant ? localMinute(instant, timeZone).slice(0, 10) : day;
  if (!v.is(LocalDate, date)) throw new DomainError("ERR_VALIDATION", { fields: { [field]: "invalid" } });
  const start = sql`(${date}::date::timestamp at time zone ${timeZone})`;
  const end = sql`((${date}::date + 1)::timestamp at time zone ${timeZone})`;
  return and(gte(column, start), lt(column, end));
}

/** Returns a contact's tickets that the actor may see, including closed ones, newest first. */
export async function ticketsOfContact(
  ctx: Context,
  contactId: string,
  page: number,
): Promise<{ tickets: TicketView[]; hasMore: boolean }> {
  const place = { limit: TICKETS_PER_PAGE + 1, offset: (page - 1) * TICKETS_PER_PAGE };
  const found = await ticketViews(ctx, eq(tickets.contactId, contactId), place);
  return { tickets: found.slice(0, TICKETS_PER_PAGE), hasMore: found.length > TICKETS_PER_PAGE };
}

export type TicketDetail = TicketView & {
  contact: TicketView["contact"] & { extraInfo: v.InferOutput<typeof ExtraInfo>[] };
};

/** Returns the ticket if the actor may see it. */
export async function findTicketView(ctx: Context, id: string): Promise<TicketView | undefined> {
  const [view] = await ticketViews(ctx, [id]);
  return view;
}

/** Returns a ticket with its contact's extra fields. */
export async function loadTicketView(ctx: Context, id: string): Promise<TicketDetail> {
  const fields = ctx.db
    .select({ id: contactFields.id, name: contactFields.name, value: contactFields.value })
    .from(contactFields)
    .innerJoin(
      tickets,
      and(eq(tickets.companyId, contactFields.companyId), eq(tickets.contactId, contactFields.contactId)),
    )
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id)))
    .orderBy(contactFields.position);
  const [view, extraInfo] = await inParallel([findTicketView(ctx, id), fields]);
  if (!view) throw new DomainError("ERR_NO_TICKET_FOUND", { id });
  return { ...view, contact: { ...view.contact, extraInfo } };
}
