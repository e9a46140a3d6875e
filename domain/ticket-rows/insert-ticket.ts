import { and, eq, max, sql } from "drizzle-orm";
import { prepareOnce, schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import type { TicketRow } from "./ticket-row.ts";

const { tickets, ticketCounters } = schema;

/**
 * Inserts a ticket with the company's next number; undefined when another unclosed one exists. Inserts of a company
 * are serialised by the counter until commit.
 */
export async function insertTicket(
  ctx: DeskContext,
  ticket: Omit<typeof tickets.$inferInsert, "companyId" | "number">,
): Promise<TicketRow | undefined> {
  const [counter] = await nextNumber(ctx.db, { companyId: ctx.companyId });
  if (!counter) throw new Error("a counter answered no number");
  const [created] = await ctx.db
    .insert(tickets)
    .values({
      createdAt: ctx.now,
      updatedAt: ctx.now,
      lastMessageAt: ctx.now,
      lastCustomerMessageAt: ticket.connectionId ? lastWritten(ctx, ticket.contactId, ticket.connectionId) : null,
      ...ticket,
      companyId: ctx.companyId,
      number: counter.last,
    })
    .onConflictDoNothing()
    .returning();
  return created;
}

/** Inserts a ticket again that a merge deleted, with its former id and number. */
export async function restoreTicketRow(ctx: DeskContext, ticket: TicketRow): Promise<void> {
  await ctx.db.insert(tickets).values({ ...ticket, updatedAt: ctx.now });
}

const nextNumber = prepareOnce((db, param) =>
  db
    .insert(ticketCounters)
    .values({ companyId: sql`${param("companyId")}`, last: 1 })
    .onConflictDoUpdate({ target: ticketCounters.companyId, set: { last: sql`${ticketCounters.last} + 1` } })
    .returning({ last: ticketCounters.last }),
);

/** Selects when the contact last wrote over the connection, in any ticket. */
export function lastWritten(ctx: DeskContext, contactId: string, connectionId: string) {
  const earlier = ctx.db
    .select({ at: max(tickets.lastCustomerMessageAt) })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
      ),
    );
  return sql<Date | null>`(${earlier})`;
}
