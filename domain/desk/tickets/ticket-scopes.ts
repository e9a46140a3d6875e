import { and, eq, inArray } from "drizzle-orm";
import type { TicketScope } from "../../../contracts/desk/tickets.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { visibleTickets } from "./policy.ts";

const { tickets } = schema;

/** Returns which of these tickets the actor may see now, in the window or not. */
export async function visibleTicketIds(
  ctx: Pick<Context, "db" | "companyId" | "actor">,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), inArray(tickets.id, [...ids]), visibleTickets(ctx.actor)));
  return new Set(rows.map((row) => row.id));
}

/** Returns the scopes of tickets by their id or by their contact's, regardless of who may see them. */
export async function ticketScopesBy(
  { db, companyId }: Pick<Context, "db" | "companyId">,
  key: "id" | "contactId",
  ids: readonly string[],
): Promise<Map<string, TicketScope[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: tickets.id,
      contactId: tickets.contactId,
      status: tickets.status,
      queueId: tickets.queueId,
      userId: tickets.userId,
    })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), inArray(tickets[key], [...ids])));
  return Map.groupBy(rows, (row) => row[key]);
}

/** Returns the ids of the contacts' closed tickets, regardless of who may see them. */
export async function closedTicketIds(
  { db, companyId }: Pick<Context, "db" | "companyId">,
  contactIds: readonly string[],
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(eq(tickets.companyId, companyId), inArray(tickets.contactId, [...contactIds]), eq(tickets.status, "closed")),
    );
  return rows.map(({ id }) => id);
}

/** Returns the unread messages of each ticket, regardless of who may see it. */
export async function unreadCounts(
  { db, companyId }: Pick<Context, "db" | "companyId">,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: tickets.id, unread: tickets.unreadMessages })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), isAnyOf(tickets.id, ids)));
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}
