import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { tickets } = schema;

/** Leaves the tickets of a queue without one: the queue is about to be deleted. */
export async function leaveQueue(ctx: DeskContext, queueId: string): Promise<void> {
  await ctx.db
    .update(tickets)
    .set({ queueId: null, updatedAt: ctx.now })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.queueId, queueId)));
}
