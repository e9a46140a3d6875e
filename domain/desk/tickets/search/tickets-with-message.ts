import { type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../../../db/index.ts";
import type { Context } from "../../../ground/context.ts";

const { tickets } = schema;

/** The keys of the message index under which the messages of some tickets are (search_slices), as text of a bytea[]. */
export type SearchSlices = string;

/**
 * Returns the condition that a visible ticket has a matching message, for tickets whose messages are in these slices;
 * slices null: for all tickets. Returns null if `most` or more messages match.
 */
export async function ticketsWithMessage(
  ctx: Context,
  pattern: string,
  slices: SearchSlices | null,
  most: number,
): Promise<SQL | null> {
  const matching = await ctx.db.execute<{ ticket_id: string; counted: number }>(
    sql`select ticket_id, count(*)::int as counted
      from tickets_saying(${pattern}, ${slices}::bytea[], ${most}) group by ticket_id`,
  );
  if (matching.reduce((sum, row) => sum + row.counted, 0) >= most) return null;
  // The search asks only for visible tickets, and whoever sees a ticket reads its messages.
  return isAnyOf(
    tickets.id,
    matching.map((row) => row.ticket_id),
  );
}
