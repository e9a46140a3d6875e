import { and, asc, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { notifyPeople, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { leaveQueue } from "../ticket-rows/index.ts";
import { requireLockedQueue } from "./require-queue.ts";

const { queues, connections, tickets, messages } = schema;

/**
 * Deletes a queue: its tickets and users lose it. A queue that a connection redirects waiting tickets to is refused:
 * the connection must name another one first.
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
  // Its users lost it.
  await notifyPeople(ctx.db, companyId);
}

/**
 * Messages of the queue's own tickets stay as visible as the ticket. Messages written in the queue before a transfer
 * keep it: users of the other queue were never allowed to read them.
 */
async function leaveTickets(ctx: Context, queueId: string): Promise<void> {
  const { companyId, db } = ctx;
  const own = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.queueId, queueId)));
  await db
    .update(messages)
    .set({ queueId: null })
    .where(and(eq(messages.companyId, companyId), eq(messages.queueId, queueId), inArray(messages.ticketId, own)));
  await leaveQueue(ctx, queueId);
}
