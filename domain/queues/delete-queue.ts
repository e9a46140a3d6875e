import { and, asc, eq, inArray } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requireLockedQueue } from "./require-queue.ts";

const { queues, connections, tickets, messages } = schema;

/**
 * Its tickets are then without a queue, and nobody has it any more. One that a connection sends waiting tickets to is
 * kept: whoever deletes it must say where they go instead.
 */
export async function deleteQueue(ctx: Context, id: string): Promise<void> {
  await requireLockedQueue(ctx, id);
  const { companyId } = ctx;
  const redirecting = await ctx.db
    .select({ name: connections.name })
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.redirectQueueId, id)))
    .orderBy(asc(connections.name));
  if (redirecting.length > 0)
    throw new DomainError("ERR_QUEUE_REDIRECTED_TO", { connections: redirecting.map(({ name }) => name) });
  await leaveTickets(ctx, id);
  await ctx.db.delete(queues).where(and(eq(queues.companyId, companyId), eq(queues.id, id)));
}

/**
 * What was written in a ticket of the queue stays as visible as the ticket. What was written in the queue before the
 * ticket went to another keeps it: those who have the other were never shown it.
 */
async function leaveTickets(ctx: Context, queueId: string): Promise<void> {
  const { companyId, now, db } = ctx;
  const own = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.queueId, queueId)));
  await db
    .update(messages)
    .set({ queueId: null })
    .where(and(eq(messages.companyId, companyId), eq(messages.queueId, queueId), inArray(messages.ticketId, own)));
  await db
    .update(tickets)
    .set({ queueId: null, updatedAt: now })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.queueId, queueId)));
}
