import { sql } from "drizzle-orm";
import { schema } from "../../../../db/index.ts";
import { containing } from "../../../ground/containing.ts";
import type { Context } from "../../../ground/context.ts";
import { readableMessages, visibleTickets } from "../policy.ts";

const { tickets, messages } = schema;

/** A message in a ticket that contains the search words. */
export type FoundMessage = { id: string; body: string; fromMe: boolean; createdAt: string };

/** Returns the newest matching message of each ticket that the actor may read; tickets found by name have none. */
export async function foundMessages(
  ctx: Context,
  ticketIds: readonly string[],
  text: string,
): Promise<ReadonlyMap<string, FoundMessage>> {
  if (ticketIds.length === 0) return new Map();
  const found = await ctx.db.execute<{
    ticket_id: string;
    id: string;
    body: string;
    from_me: boolean;
    created_at: string | Date;
  }>(sql`
    select "tickets".id as ticket_id, newest.* from ${tickets}
    cross join lateral (
      select ${messages.id}, ${messages.body}, ${messages.fromMe}, ${messages.createdAt} from ${messages}
      where ${messages.companyId} = ${ctx.companyId}::uuid and ${messages.ticketId} = ${tickets.id}
        and ${messages}.search like ${containing(text)} and not ${messages.isDeleted} and ${readableMessages(ctx.actor)}
      order by ${messages.createdAt} desc, ${messages.seq} desc, ${messages.id} desc limit 1) as newest
    where ${tickets.companyId} = ${ctx.companyId}::uuid and ${visibleTickets(ctx.actor)}
      and ${tickets.id} = any(${sql.param([...ticketIds])}::uuid[])`);
  return new Map(
    found.map((row) => [
      row.ticket_id,
      { id: row.id, body: row.body, fromMe: row.from_me, createdAt: new Date(row.created_at).toISOString() },
    ]),
  );
}
