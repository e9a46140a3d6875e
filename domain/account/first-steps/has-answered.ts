import { and, eq, isNotNull, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

const { messages, tickets } = schema;

/**
 * Returns whether a user of the company has written in a ticket that has an agent. Admins only. Bot messages and
 * messages written on the phone do not count: the checklist is about answering from the desk.
 */
export async function hasAnswered(ctx: Context): Promise<boolean> {
  requirePermission(ctx, "viewFirstSteps");
  const answered = sql`exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.companyId}
    and ${messages.ticketId} = ${tickets.id} and ${messages.fromMe} and ${messages.userId} is not null)`;
  const found = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), isNotNull(tickets.userId), answered))
    .limit(1);
  return found.length > 0;
}
