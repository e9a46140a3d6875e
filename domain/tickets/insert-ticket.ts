import { sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import type { TicketRow } from "./require-ticket.ts";

const { tickets, ticketCounters } = schema;

/**
 * A new ticket with the company's next number; undefined when another one that is not closed stands in its place.
 * New tickets of a company wait for each other at the counter, until commit.
 */
export async function insertTicket(
  ctx: DeskContext,
  ticket: Omit<typeof tickets.$inferInsert, "companyId" | "number">,
): Promise<TicketRow | undefined> {
  const [counter] = await ctx.db
    .insert(ticketCounters)
    .values({ companyId: ctx.companyId, last: 1 })
    .onConflictDoUpdate({ target: ticketCounters.companyId, set: { last: sql`${ticketCounters.last} + 1` } })
    .returning({ last: ticketCounters.last });
  if (!counter) throw new Error("a counter answered no number");
  const [created] = await ctx.db
    .insert(tickets)
    .values({
      createdAt: ctx.now,
      updatedAt: ctx.now,
      lastMessageAt: ctx.now,
      ...ticket,
      companyId: ctx.companyId,
      number: counter.last,
    })
    .onConflictDoNothing()
    .returning();
  return created;
}
