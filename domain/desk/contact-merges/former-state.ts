import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { findQueue } from "../queues/index.ts";
import { changeRow, newestSaid, type TicketRow } from "../ticket-rows/index.ts";
import { findAgent } from "../tickets/index.ts";

const { tickets, messages } = schema;

export function revived(ticket: schema.Kept<TicketRow>): TicketRow {
  const { lastMessageAt, lastCustomerMessageAt, waitingSince, closedAt, createdAt, updatedAt } = ticket;
  return {
    ...ticket,
    lastMessageAt: new Date(lastMessageAt),
    // Merges recorded before these columns existed have none.
    lastCustomerMessageAt: lastCustomerMessageAt ? new Date(lastCustomerMessageAt) : null,
    waitingSince: waitingSince ? new Date(waitingSince) : null,
    closedAt: closedAt === null ? null : new Date(closedAt),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

/** Returns how many unread messages belong to the former ticket: none when someone has read since. */
export function divideUnread(present: number, former: number): { former: number; since: number } {
  return present >= former ? { former, since: present - former } : { former: 0, since: present };
}

type TicketAssignment = Pick<TicketRow, "status" | "userId" | "queueId">;

/** The queue may be deleted by now; without its agent a ticket becomes pending. */
export async function livingState(
  ctx: Context,
  { status, userId, queueId }: TicketAssignment,
): Promise<TicketAssignment> {
  const queue = queueId ? await findQueue(ctx, queueId) : undefined;
  const place = { status, userId, queueId: queue?.id ?? null };
  if (status !== "open" || !userId) return place;
  return (await findAgent(ctx, userId)) ? place : { ...place, status: "pending", userId: null };
}

/** Sets the last message of a ticket whose last message is no longer in it. */
export async function settleLast(ctx: Context, ticketId: string): Promise<void> {
  const inIt = and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, ticketId));
  const [ticket] = await ctx.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, ticketId)));
  if (!ticket?.lastMessageId) return;
  const [there] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inIt, eq(messages.id, ticket.lastMessageId)));
  if (there) return;
  const newest = await newestSaid(ctx, ticketId);
  await changeRow(ctx, ticketId, {
    lastMessageId: newest?.id ?? null,
    lastReactionId: null,
    lastMessageAt: newest?.createdAt ?? ticket.createdAt,
    updatedAt: ticket.updatedAt,
  });
}
