import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type AskedCompanies, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "../tickets/index.ts";

const { tickets, ticketEvents } = schema;

export type Waiting = { ticketId: string };

/** Pending, and not held by the bot. */
const isWaiting = (ctx: DeskContext): SQL | undefined =>
  and(eq(tickets.companyId, ctx.companyId), eq(tickets.status, "pending"), eq(tickets.isGroup, false));

/** Since when the ticket waits in its present state. */
export const waitsSince = (ctx: DeskContext): SQL => sql`coalesce((select max(${ticketEvents.at}) from ${ticketEvents}
  where ${ticketEvents.companyId} = ${ctx.companyId} and ${ticketEvents.ticketId} = ${tickets.id}
    and ${ticketEvents.type} in ('created', 'returned', 'returnedByContact', 'transferred', 'routed', 'redirected')), ${tickets.createdAt})`;

/** Lists the waiting tickets that match `where`, earliest first. */
export function waitingTickets(ctx: DeskContext, where: SQL | undefined, limit: number): Promise<Waiting[]> {
  return ctx.db
    .select({ ticketId: tickets.id })
    .from(tickets)
    .where(and(isWaiting(ctx), where))
    .orderBy(asc(tickets.number))
    .limit(limit);
}

/** Locks the ticket for one of several workers; undefined: another worker has it, or it no longer matches `where`. */
export async function takeWaiting(
  ctx: DeskContext,
  ticketId: string,
  where: SQL | undefined,
): Promise<TicketRow | undefined> {
  const [ticket] = await ctx.db
    .select()
    .from(tickets)
    .where(and(isWaiting(ctx), eq(tickets.id, ticketId), where))
    .for("no key update", { skipLocked: true });
  return ticket;
}

/** Lists those of `companies` (null: of all) in which waiting tickets may need redirection or rotation. */
export async function companiesWithWaitingTickets(
  platform: { execute: DeskContext["db"]["execute"] },
  what: "redirect" | "rotate",
  companies: AskedCompanies = null,
): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(
    sql`select companies_with_waiting_tickets(${what}, ${sql.param(companies)}::uuid[]) as id`,
  );
  return rows.map(({ id }) => id);
}
