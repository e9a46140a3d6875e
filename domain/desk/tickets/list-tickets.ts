import * as v from "valibot";
import { can } from "../../../contracts/account/permissions.ts";
import type { TicketStatus } from "../../../contracts/desk/tickets.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { LocalDate, localMinute } from "../../../contracts/local-time.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { Context } from "../../ground/context.ts";
import { type Chosen, type ConditionName, whereOf } from "./documents/ticket-conditions.ts";
import {
  findTicketDetail,
  type TicketDetail,
  type TicketView,
  ticketViews,
  viewsWhere,
} from "./documents/ticket-documents.ts";
import { searchTickets } from "./search/search-tickets.ts";

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
  const chosen = await conditions(ctx, filter);
  const found = await (search
    ? ticketViews(ctx, await searchTickets(ctx, search, whereOf(chosen), place))
    : viewsWhere(ctx, chosen, place));
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

async function conditions(ctx: Context, filter: TicketFilter): Promise<Chosen> {
  const { actor, companyId } = ctx;
  const { status, isGroup, queueIds = [], userIds = [], tagIds = [] } = filter;
  const showsAll = filter.showAll && (can.seeAllTickets(actor.profile) || actor.allUserChat);
  const chosen: Record<Exclude<ConditionName, "id" | "ids" | "contact">, boolean> = {
    status: status !== undefined,
    unclosed: filter.unclosed ?? false,
    own: status === "open" && !showsAll && !filter.search?.trim(),
    group: isGroup !== undefined,
    unread: filter.withUnread ?? false,
    queues: queueIds.length > 0,
    users: userIds.length > 0 && can.filterTicketsByUser(actor.profile),
    tags: tagIds.length > 0,
    createdOn: Boolean(filter.date),
    updatedOn: Boolean(filter.updatedAt),
  };
  const values = { companyId, status, ownerId: actor.id, isGroup, queueIds, userIds, tagIds };
  const days = chosen.createdOn || chosen.updatedOn ? await daysOf(ctx, filter) : {};
  const names = Object.entries(chosen).flatMap(([name, isChosen]) => (isChosen ? [name as ConditionName] : []));
  return { conditions: names, values: { ...values, ...days } };
}

async function daysOf(ctx: Context, { date, updatedAt }: TicketFilter): Promise<Record<string, string>> {
  const timeZone = await companyTimeZone(ctx);
  return {
    timeZone,
    ...(date && { createdOn: localDay("date", date, timeZone) }),
    ...(updatedAt && { updatedOn: localDay("updatedAt", updatedAt, timeZone) }),
  };
}

function localDay(field: "date" | "updatedAt", day: string, timeZone: string): string {
  const instant = day.length > 10 ? new Date(day) : null;
  const isInstant = instant !== null && !Number.isNaN(instant.getTime());
  const date = isInstant ? localMinute(instant, timeZone).slice(0, 10) : day;
  if (!v.is(LocalDate, date)) throw new DomainError("ERR_VALIDATION", { fields: { [field]: "invalid" } });
  return date;
}

/** Returns a contact's tickets that the actor may see, including closed ones, newest first. */
export async function ticketsOfContact(
  ctx: Context,
  contactId: string,
  page: number,
): Promise<{ tickets: TicketView[]; hasMore: boolean }> {
  const place = { limit: TICKETS_PER_PAGE + 1, offset: (page - 1) * TICKETS_PER_PAGE };
  const found = await viewsWhere(ctx, { conditions: ["contact"], values: { contactId } }, place);
  return { tickets: found.slice(0, TICKETS_PER_PAGE), hasMore: found.length > TICKETS_PER_PAGE };
}

/** Returns the ticket if the actor may see it. */
export async function findTicketView(ctx: Context, id: string): Promise<TicketView | undefined> {
  const [view] = await ticketViews(ctx, [id]);
  return view;
}

/** Returns a ticket with its contact's extra fields. */
export async function loadTicketView(ctx: Context, id: string): Promise<TicketDetail> {
  const detail = await findTicketDetail(ctx, id);
  if (!detail) throw new DomainError("ERR_NO_TICKET_FOUND", { id });
  return detail;
}
