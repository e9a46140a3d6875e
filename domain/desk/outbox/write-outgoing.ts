import { and, desc, eq, sql } from "drizzle-orm";
import type { ChannelName } from "../../../contracts/channels.ts";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { inParallel, prepareOnce, schema, sendLast } from "../../../db/index.ts";
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
export async function notifyOutbox({ db, companyId }: DeskContext, connectionId: string): Promise<void> {
  await notify(db, { payload: JSON.stringify({ companyId, connectionId }) });
}

const notify = prepareOnce((db, param) =>
  db.select({ isSent: sql`pg_notify('balcao_outbox', ${param("payload")})` }).from(sql`(values (1)) as one`),
);

/** The end of a ticket's messages; null: it has none. */
export type ThreadPlace = { createdAt: Date; seq: number } | null;
/** Where a message goes. `channel`, `newest`: what the caller has read since it locked the ticket. */
export type OutgoingPlace = { connectionId: string; channel?: ChannelName; newest?: ThreadPlace };

export type WrittenMessage = { id: string; ticketId: string; mediaType: MediaType; createdAt: Date };

/**
 * Adds a message to the end of its ticket and to the outbox, split where the channel requires; returns the first
 * part. Its statements share their round trip with the ones that follow. The caller holds the ticket's row lock, so the
 * position is the last one, however clocks differ.
 */
export async function writeOutgoing(
  ctx: DeskContext,
  ticket: TicketRow,
  place: OutgoingPlace,
  content: OutgoingContent,
): Promise<WrittenMessage> {
  const { connectionId } = place;
  const [channel, newest] = await inParallel([
    place.channel ?? channelOf(ctx, connectionId),
    place.newest === undefined ? newestOf(ctx, ticket.id) : place.newest,
  ]);
  const beginMs = Math.max(ctx.now.getTime(), (newest?.createdAt.getTime() ?? 0) + 1);
  const rows = partsOf(channel, content).map((part, index) => ({
    ...part,
    companyId: ctx.companyId,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId,
    queueId: ticket.queueId,
    fromMe: true,
    seq: (newest?.seq ?? 0) + 1 + index,
    createdAt: new Date(beginMs + index),
    receivedAt: ctx.now,
    sendAfter: ctx.now,
  }));
  const last = rows.at(-1);
  if (!last) throw new Error("a message without parts");
  const { id, createdAt, origin = null, userId } = last;
  const isReply = userId != null && origin === null;
  await sendLast(ctx.db, () => ctx.db.insert(messages).values(rows).execute());
  await recordOutgoing(ctx, ticket.id, { id, createdAt, origin }, { isReply });
  await sendLast(ctx.db, () => notifyOutbox(ctx, connectionId));
  const { mediaType = "chat" } = content;
  return { id: content.id, ticketId: ticket.id, mediaType, createdAt: new Date(beginMs) };
}

/** Returns the end of a ticket's messages. */
export async function newestOf(ctx: DeskContext, ticketId: string): Promise<ThreadPlace> {
  const [newest] = await newestIn(ctx.db, { companyId: ctx.companyId, ticketId });
  return newest ?? null;
}

const newestIn = prepareOnce((db, param) =>
  db
    .select({ createdAt: messages.createdAt, seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.companyId, param("companyId")), eq(messages.ticketId, param("ticketId"))))
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(1),
);

async function channelOf(ctx: DeskContext, connectionId: string): Promise<ChannelName> {
  const [found] = await ctx.db
    .select({ channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, connectionId)));
  return found?.channel ?? "whatsapp";
}
