import { eq, sql } from "drizzle-orm";
import { type MessageRow, THREAD_TAIL } from "../../../contracts/desk/messages.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { visibleTickets } from "../tickets/index.ts";
import { messageRows } from "./message-rows.ts";

const { messages, tickets } = schema;

const newestFirst = sql`created_at desc nulls last, seq desc nulls last, id desc nulls last`;

export type ThreadTail = { messages: MessageRow[]; hasOlder: boolean };
/** The ids of a thread's newest messages, oldest first. `hasOlder` includes the contact's earlier tickets. */
export type ThreadEnd = { ids: string[]; hasOlder: boolean };

/** Returns the newest messages of each ticket that the actor may see, oldest first. */
export async function threadTail(
  ctx: Context,
  ticketIds: readonly string[],
  limit = THREAD_TAIL,
): Promise<Map<string, ThreadTail>> {
  const ends = await selectEnds(ctx, ticketIds, limit, visibleTickets(ctx.actor));
  const wanted = [...ends.values()].flatMap(({ ids }) => ids);
  const byTicket = Map.groupBy(await messageRows(ctx, wanted), (row) => row.ticketId);
  return new Map([...ends].map(([id, { hasOlder }]) => [id, { messages: byTicket.get(id) ?? [], hasOlder }]));
}

/** Returns the ends of these tickets' threads, regardless of who may see them. */
export const threadEnds = (ctx: DeskContext, ticketIds: readonly string[]): Promise<Map<string, ThreadEnd>> =>
  selectEnds(ctx, ticketIds, THREAD_TAIL, sql`true`);

async function selectEnds(
  { db, companyId }: DeskContext,
  ticketIds: readonly string[],
  limit: number,
  condition: ReturnType<typeof visibleTickets>,
): Promise<Map<string, ThreadEnd>> {
  if (ticketIds.length === 0) return new Map();
  const found = await db.execute<{ ticket_id: string; has_earlier: boolean; ids: string[] }>(sql`
    select "tickets".id as ticket_id,
      exists (select 1 from ${tickets} e where e.company_id = ${companyId}::uuid and e.contact_id = "tickets".contact_id
        and e.number < "tickets".number
        and exists (select 1 from ${messages} x where x.company_id = ${companyId}::uuid and x.ticket_id = e.id)) as has_earlier,
      (select coalesce(json_agg(m.id order by m.created_at desc, m.seq desc, m.id desc), '[]') from (
        select id, created_at, seq from ${messages} m where m.company_id = ${companyId}::uuid and m.ticket_id = "tickets".id
        order by ${newestFirst} limit ${limit + 1}) m) as ids
    from ${tickets}
    where ${eq(tickets.companyId, companyId)} and ${condition} and ${isAnyOf(tickets.id, ticketIds)}`);
  return new Map(
    found.map(({ ticket_id, has_earlier, ids }) => [
      ticket_id,
      { ids: ids.slice(0, limit).reverse(), hasOlder: has_earlier || ids.length > limit },
    ]),
  );
}
