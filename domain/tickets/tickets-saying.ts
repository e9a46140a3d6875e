import { eq, or, type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import { can } from "../../sync/contracts/permissions.ts";
import type { Context } from "../context.ts";

const { tickets } = schema;

/** The keys of the message index under which the messages of some tickets are (search_slices), as text of a bytea[]. */
export type SearchSlices = string;

/**
 * Returns the condition that the actor may read a matching message of the ticket, for tickets whose messages are in these
 * slices; slices null: for all tickets. Returns null if `most` or more messages match.
 */
export async function ticketsSaying(
  ctx: Context,
  pattern: string,
  slices: SearchSlices | null,
  most: number,
): Promise<SQL | null> {
  const said = await ctx.db.execute<{ ticket_id: string; queue_id: string | null; counted: number }>(
    sql`select ticket_id, queue_id, count(*)::int as counted
      from tickets_saying(${pattern}, ${slices}::bytea[], ${most}) group by ticket_id, queue_id`,
  );
  if (said.reduce((sum, row) => sum + row.counted, 0) >= most) return null;
  const { profile, allHistoric, queueIds, id } = ctx.actor;
  const readsAll = can.seeAllTickets(profile) || allHistoric;
  const { readable = [], foreign = [] } = Object.groupBy(said, ({ queue_id }) =>
    readsAll || queue_id === null || queueIds.includes(queue_id) ? "readable" : "foreign",
  );
  const sure = isAnyOf(
    tickets.id,
    readable.map((row) => row.ticket_id),
  );
  if (foreign.length === 0) return sure;
  // Messages of another queue are readable for the ticket's own agent, while the ticket is in that queue.
  const [ids, queues] = [foreign.map((row) => row.ticket_id), foreign.map((row) => row.queue_id)];
  const own = sql`(${isAnyOf(tickets.id, ids)} and ${eq(tickets.userId, id)} and (${tickets.id}, ${tickets.queueId}) in
    (select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(queues)}::uuid[])))`;
  return or(sure, own) ?? null;
}
