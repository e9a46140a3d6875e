import { and, eq, max, sql } from "drizzle-orm";
import { inParallel, runSeparately, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "./ticket-row.ts";

const { tickets, ticketCounters } = schema;

/**
 * Inserts a ticket with the company's next number; undefined when another unclosed one exists. Later numbers are
 * higher, but not every number has a ticket (docs/decisions/0067).
 */
export async function insertTicket(
  ctx: DeskContext,
  ticket: Omit<typeof tickets.$inferInsert, "companyId" | "number">,
): Promise<TicketRow | undefined> {
  const { contactId, connectionId } = ticket;
  const [number, [earlier]] = await inParallel([
    takeNumber(ctx),
    connectionId ? earlierWritten(ctx, contactId, connectionId) : [],
  ]);
  const [created] = await ctx.db
    .insert(tickets)
    .values({
      createdAt: ctx.now,
      updatedAt: ctx.now,
      lastMessageAt: ctx.now,
      lastCustomerMessageAt: earlier?.at ?? null,
      ...ticket,
      companyId: ctx.companyId,
      number,
    })
    .onConflictDoNothing()
    .returning();
  return created;
}

/** Inserts a ticket again that a merge deleted, with its former id and number. */
export async function restoreTicketRow(ctx: DeskContext, ticket: TicketRow): Promise<void> {
  await ctx.db.insert(tickets).values({ ...ticket, updatedAt: ctx.now });
}

/** Takes the next number in a transaction of its own: the counter's lock would else be held until the ticket's commit. */
async function takeNumber({ db, companyId }: DeskContext): Promise<number> {
  const [counter] = await runSeparately<{ last: number }>(
    db,
    companyId,
    sql`insert into ${ticketCounters} ("company_id", "last") values (${companyId}, 1)
      on conflict ("company_id") do update set "last" = ${ticketCounters.last} + 1 returning "last"`,
  );
  if (!counter) throw new Error("a counter answered no number");
  return counter.last;
}

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
