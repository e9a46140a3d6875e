import { and, eq, type SQL, sql } from "drizzle-orm";
import { enqueue, schema } from "../../../db/index.ts";
import { onlineSince } from "../../account/users/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { loadBot, recordEvent, saveBot, type TicketRow } from "../tickets/index.ts";
import { takeWaiting, type Waiting, waitingTickets } from "./waiting.ts";

const { tickets, ticketBots, ticketEvents, queues, users, userQueues, userActivity } = schema;

/** In a queue with rotation, and unassigned or offered to a user who has not answered in time. */
function isDue(ctx: DeskContext): SQL | undefined {
  const offeredAt = sql`(select ${ticketBots.offeredAt} from ${ticketBots}
    where ${ticketBots.companyId} = ${ctx.companyId} and ${ticketBots.ticketId} = ${tickets.id})`;
  const somebody = sql`exists (select 1 from ${userQueues} join ${userActivity}
    on ${userActivity.companyId} = ${ctx.companyId} and ${userActivity.userId} = ${userQueues.userId}
    where ${userQueues.companyId} = ${ctx.companyId} and ${userQueues.queueId} = ${tickets.queueId}
      and ${userActivity.lastSeenAt} > ${onlineSince(ctx).toISOString()}::timestamptz)`;
  return and(
    eq(tickets.isBot, false),
    sql`exists (select 1 from ${queues} where ${queues.companyId} = ${ctx.companyId} and ${queues.id} = ${tickets.queueId}
      and ${queues.isRotating} and case when ${tickets.userId} is null then ${somebody}
        else ${queues.rotationMinutes} > 0 and ${offeredAt}
          <= ${ctx.now.toISOString()}::timestamptz - make_interval(mins => ${queues.rotationMinutes}) end)`,
  );
}

/** Lists waiting tickets that are to be offered to an agent or to the next one, earliest first. */
export const dueRotations = (ctx: DeskContext, limit: number): Promise<Waiting[]> =>
  waitingTickets(ctx, isDue(ctx), limit);

/**
 * Offers such a ticket to the online agent of its queue with the fewest open tickets (among equals, idle the
 * longest), skipping agents who let it pass in this round while there are others. Without online agents it becomes
 * unassigned. Returns false when it is not due.
 */
export async function rotateTicket(ctx: DeskContext, { ticketId }: Waiting): Promise<boolean> {
  const ticket = await takeWaiting(ctx, ticketId, isDue(ctx));
  if (!ticket?.queueId) return false;
  const passed = (await loadBot(ctx, ticketId))?.offeredTo ?? [];
  const present = await presentAgents(ctx, ticket.queueId);
  const fresh = present.filter((id) => !passed.includes(id));
  // Everyone has let it pass: a new round starts, with someone other than the last agent.
  const next = fresh[0] ?? present.find((id) => id !== ticket.userId) ?? present[0];
  await saveBot(ctx, ticketId, {
    offeredAt: next ? ctx.now : null,
    offeredTo: next ? [...(fresh.length > 0 ? passed : []), next] : [],
  });
  if (next === (ticket.userId ?? undefined)) return true;
  await offer(ctx, ticket, next ?? null);
  return true;
}

async function offer(ctx: DeskContext, ticket: TicketRow, userId: string | null): Promise<void> {
  await recordEvent(ctx, ticket.id, "offered", { to: { queueId: ticket.queueId, userId } });
  await changeRow(ctx, ticket.id, { userId });
  if (userId && ticket.lastMessageId)
    await enqueue(ctx.db, "push.send", { companyId: ctx.companyId, messageId: ticket.lastMessageId });
}

/** Lists the online agents of the queue in the order in which they get tickets. */
async function presentAgents(ctx: DeskContext, queueId: string): Promise<string[]> {
  const openTickets = sql`(select count(*) from ${tickets} where ${tickets.companyId} = ${ctx.companyId}
    and ${tickets.userId} = ${users.id} and ${tickets.status} <> 'closed')`;
  const lastStep = sql`(select max(${ticketEvents.at}) from ${ticketEvents} where ${ticketEvents.companyId} = ${ctx.companyId}
    and ${ticketEvents.userId} = ${users.id})`;
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userQueues, and(eq(userQueues.companyId, users.companyId), eq(userQueues.userId, users.id)))
    .innerJoin(userActivity, and(eq(userActivity.companyId, users.companyId), eq(userActivity.userId, users.id)))
    .where(
      and(
        eq(users.companyId, ctx.companyId),
        eq(userQueues.queueId, queueId),
        sql`${userActivity.lastSeenAt} > ${onlineSince(ctx).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(openTickets, sql`${lastStep} nulls first`, users.id);
  return rows.map(({ id }) => id);
}
