import { and, desc, eq, sql } from "drizzle-orm";
import type { ChannelName } from "../../../contracts/channels.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { recordOutgoing, type TicketRow } from "../ticket-rows/index.ts";
import { partsOf } from "./parts-of.ts";

const { messages, connections } = schema;

export type MessageRowDb = typeof messages.$inferSelect;
export type OutgoingContent = Pick<typeof messages.$inferInsert, "id" | "body"> &
  Partial<
    Pick<
      typeof messages.$inferInsert,
      | "userId"
      | "origin"
      | "campaignId"
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

/** Notifies the connection's owner when this transaction commits. */
export async function notifyOutbox(ctx: DeskContext, connectionId: string): Promise<void> {
  const payload = JSON.stringify({ companyId: ctx.companyId, connectionId });
  await ctx.db.execute(sql`select pg_notify('balcao_outbox', ${payload})`);
}

/**
 * Adds a message to the end of its ticket and to the outbox, split where the channel requires; returns the first
 * part. The caller holds the ticket's row lock, so its position is the last one, however clocks differ.
 */
export async function writeOutgoing(
  ctx: DeskContext,
  ticket: TicketRow,
  connectionId: string,
  content: OutgoingContent,
): Promise<MessageRowDb> {
  const parts = partsOf(await channelOf(ctx, connectionId), content);
  const [newest] = await ctx.db
    .select({ createdAt: messages.createdAt, seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, ticket.id)))
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(1);
  const beginMs = Math.max(ctx.now.getTime(), (newest?.createdAt.getTime() ?? 0) + 1);
  const rows = await ctx.db
    .insert(messages)
    .values(
      parts.map((part, place) => ({
        ...part,
        companyId: ctx.companyId,
        ticketId: ticket.id,
        contactId: ticket.contactId,
        connectionId,
        queueId: ticket.queueId,
        fromMe: true,
        seq: (newest?.seq ?? 0) + 1 + place,
        createdAt: new Date(beginMs + place),
        receivedAt: ctx.now,
        sendAfter: ctx.now,
      })),
    )
    .returning();
  const written = rows.find(({ id }) => id === content.id);
  const last = rows.toSorted((a, b) => a.seq - b.seq).at(-1);
  if (!written || !last) throw new Error("an insert answered no row");
  await recordOutgoing(ctx, ticket.id, last, { isReply: last.userId !== null && last.origin === null });
  await notifyOutbox(ctx, connectionId);
  return written;
}

async function channelOf(ctx: DeskContext, connectionId: string): Promise<ChannelName> {
  const [found] = await ctx.db
    .select({ channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, connectionId)));
  return found?.channel ?? "whatsapp";
}
