import { and, desc, eq, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { messages, tickets } = schema;

export type MessageRowDb = typeof messages.$inferSelect;
type TicketRow = typeof tickets.$inferSelect;
export type OutgoingContent = Pick<typeof messages.$inferInsert, "id" | "body"> &
  Partial<
    Pick<
      typeof messages.$inferInsert,
      | "userId"
      | "mediaType"
      | "fileId"
      | "mediaName"
      | "mediaMimetype"
      | "mediaSize"
      | "mediaSeconds"
      | "waveform"
      | "mediaState"
      | "isVoice"
      | "composeMs"
      | "quotedId"
    >
  >;

/** Wakes the connector that owns the connection, when this transaction commits. */
export async function notifyOutbox(ctx: DeskContext, connectionId: string): Promise<void> {
  const payload = JSON.stringify({ companyId: ctx.companyId, connectionId });
  await ctx.db.execute(sql`select pg_notify('balcao_outbox', ${payload})`);
}

/**
 * Puts a message at the end of its ticket and into the outbox. The caller holds the ticket's row lock, so that the
 * place it gets is the last: never before what is already in the thread, however the clocks differ.
 */
export async function writeOutgoing(
  ctx: DeskContext,
  ticket: TicketRow,
  connectionId: string,
  content: OutgoingContent,
): Promise<MessageRowDb> {
  const [newest] = await ctx.db
    .select({ createdAt: messages.createdAt, seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, ticket.id)))
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(1);
  const createdAt = new Date(Math.max(ctx.now.getTime(), (newest?.createdAt.getTime() ?? 0) + 1));
  const [written] = await ctx.db
    .insert(messages)
    .values({
      ...content,
      companyId: ctx.companyId,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId,
      queueId: ticket.queueId,
      fromMe: true,
      seq: (newest?.seq ?? 0) + 1,
      createdAt,
      receivedAt: ctx.now,
      sendAfter: ctx.now,
    })
    .returning();
  if (!written) throw new Error("an insert answered no row");
  await ctx.db
    .update(tickets)
    .set({ lastMessageId: written.id, lastMessageAt: createdAt, lastReactionId: null, updatedAt: ctx.now })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, ticket.id)));
  await notifyOutbox(ctx, connectionId);
  return written;
}
