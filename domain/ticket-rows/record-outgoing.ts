import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { tickets } = schema;

/** Makes a message of ours the last one of its locked ticket. */
export async function recordOutgoing(
  ctx: DeskContext,
  ticketId: string,
  message: { id: string; createdAt: Date },
): Promise<void> {
  await ctx.db
    .update(tickets)
    .set({ lastMessageId: message.id, lastMessageAt: message.createdAt, lastReactionId: null, updatedAt: ctx.now })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, ticketId)));
}
