import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { sayText } from "../outbox/index.ts";
import { changeRow } from "./change-row.ts";
import { requireWritableTicket, type TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

const { queues, connections } = schema;

/** Ends the conversation and says goodbye with the queue's completion text, or else the connection's. */
export async function closeTicket(ctx: Context, id: string): Promise<TicketRow> {
  await requireWritableTicket(ctx, id);
  await recordEvent(ctx, id, "closed");
  const closing = {
    status: "closed",
    userId: ctx.actor.id,
    isBot: false,
    unreadMessages: 0,
    closedAt: ctx.now,
  } as const;
  const closed = await changeRow(ctx, id, closing);
  const text = await completionText(ctx, closed);
  if (!text) return closed;
  await sayText(ctx, closed, text, ctx.actor.name);
  return changeRow(ctx, id, {});
}

async function completionText(ctx: Context, ticket: TicketRow): Promise<string> {
  const [queue] = ticket.queueId
    ? await ctx.db
        .select({ text: queues.completionMessage })
        .from(queues)
        .where(and(eq(queues.companyId, ctx.companyId), eq(queues.id, ticket.queueId)))
    : [];
  if (queue?.text.trim()) return queue.text;
  if (!ticket.connectionId) return "";
  const [connection] = await ctx.db
    .select({ text: connections.completionMessage })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, ticket.connectionId)));
  return connection?.text.trim() ? connection.text : "";
}
