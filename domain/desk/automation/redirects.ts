import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { enterStage, recordEvent } from "../tickets/index.ts";
import { takeWaiting, type Waiting, waitingTickets, waitsSince } from "./waiting.ts";

const { tickets, connections } = schema;

/** Without a queue for longer than its connection allows. */
const isDue = (ctx: DeskContext): SQL | undefined =>
  and(
    isNull(tickets.queueId),
    isNull(tickets.userId),
    sql`exists (select 1 from ${connections} where ${connections.companyId} = ${ctx.companyId}
      and ${connections.id} = ${tickets.connectionId} and ${connections.redirectAfterMinutes} > 0
      and ${connections.redirectQueueId} is not null
      and ${waitsSince(ctx)} <= ${ctx.now.toISOString()}::timestamptz - make_interval(mins => ${connections.redirectAfterMinutes}))`,
  );

/** Lists tickets that have waited without a queue for too long, earliest first. */
export const dueRedirects = (ctx: DeskContext, limit: number): Promise<Waiting[]> =>
  waitingTickets(ctx, isDue(ctx), limit);

/**
 * Moves such a ticket to the queue that its connection names and ends the open menu. Returns false when it is not
 * due.
 */
export async function redirectTicket(ctx: DeskContext, { ticketId }: Waiting): Promise<boolean> {
  const ticket = await takeWaiting(ctx, ticketId, isDue(ctx));
  if (!ticket) return false;
  const [connection] = await ctx.db
    .select({ queueId: connections.redirectQueueId })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, ticket.connectionId ?? "")));
  if (!connection?.queueId) return false;
  await recordEvent(ctx, ticket.id, "redirected", { to: { queueId: connection.queueId, userId: null } });
  await enterStage(ctx, await changeRow(ctx, ticket.id, { queueId: connection.queueId }), "done");
  return true;
}
