import { and, eq, max, sql } from "drizzle-orm";
import { inParallel, prepareOnce, schema } from "../../db/index.ts";
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
  const { contactId, connectionId } = ticket;
  const [[counter], [earlier]] = await inParallel([
    nextNumber(ctx.db, { companyId: ctx.companyId }),
    connectionId ? earlierWritten(ctx, contactId, connectionId) : [],
  ]);
  if (!counter) throw new Error("a counter answered no number");
  const [created] = await ctx.db
    .insert(tickets)
    .values({
      createdAt: ctx.now,
      updatedAt: ctx.now,
      lastMessageAt: ctx.now,
      lastCustomerMessageAt: earlier?.at ?? null,
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

/** When the contact last wrote over the connection, in any ticket; a value for an update. */
export const lastWritten = (ctx: DeskContext, contactId: string, connectionId: string) =>
  sql<Date | null>`(${earlierWritten(ctx, contactId, connectionId)})`;

function earlierWritten(ctx: DeskContext, contactId: string, connectionId: string) {
  return ctx.db
    .select({ at: max(tickets.lastCustomerMessageAt) })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
      ),
    );
}
