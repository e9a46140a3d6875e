import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { ChannelName } from "../../../contracts/channels.ts";
import { channelAbilities, isWindowShut } from "../../../contracts/desk/channel-abilities.ts";
import { fileKinds, type MediaType, type NewMessage, structuredContent } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireFile } from "../files/index.ts";
import { contentOfFile, type MessageRowDb, type OutgoingContent, writeOutgoing } from "../outbox/index.ts";
import { acceptTicket, requireTicket, requireWritableTicket, type TicketRow } from "../tickets/index.ts";

const { messages, connections } = schema;

export type MessageToSend = Partial<NewMessage> & { id: string; ticketId: string };

/**
 * Stores an agent's message and adds it to the outbox. Idempotent by id. Writing in a pending ticket accepts it.
 * `forwarded`: the original, which the actor may read.
 */
export async function sendMessage(
  ctx: Context,
  wanted: MessageToSend,
  forwarded?: MessageRowDb,
): Promise<MessageRowDb> {
  const sent = await findSent(ctx, wanted.id);
  if (sent) return sent;
  const ticket = await writable(ctx, wanted.ticketId);
  // The previous holder of the ticket's lock may have stored this message.
  const meanwhile = await findSent(ctx, wanted.id);
  if (meanwhile) return meanwhile;
  if (wanted.seenMessageId) await refuseUnseenReply(ctx, ticket, wanted.seenMessageId);
  if (wanted.quotedId) await requireQuotable(ctx, ticket, wanted.quotedId);
  const connection = await connectionFor(ctx, ticket);
  const content = forwarded ? contentOfForwarded(ctx, wanted, forwarded) : await contentOf(ctx, wanted);
  refuseWhatChannelCannot(ctx, ticket, connection.channel, content);
  return writeOutgoing(ctx, ticket, connection.id, content);
}

const cardsAndPlaces: ReadonlySet<MediaType> = new Set(["vcard", "contactMessage", "locationMessage"]);

async function findSent(ctx: Context, id: string): Promise<MessageRowDb | undefined> {
  const [message] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, id)));
  if (message) await requireTicket(ctx, message.ticketId);
  return message;
}

async function writable(ctx: Context, ticketId: string): Promise<TicketRow> {
  const ticket = await requireWritableTicket(ctx, ticketId);
  return ticket.status === "pending" ? acceptTicket(ctx, ticketId) : ticket;
}

/** A colleague wrote after the newest message that the author saw: the reply is held until they have seen it. */
async function refuseUnseenReply(ctx: Context, ticket: TicketRow, seenMessageId: string): Promise<void> {
  const [unseen] = await ctx.db
    .select({ id: messages.id, userId: messages.userId })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.ticketId, ticket.id),
        isNotNull(messages.userId),
        ne(messages.userId, ctx.actor.id),
        sql`(${messages.createdAt}, ${messages.seq}, ${messages.id}) > (select s.created_at, s.seq, s.id from ${messages} s
          where s.company_id = ${ctx.companyId}::uuid and s.id = ${seenMessageId}::uuid)`,
      ),
    )
    .limit(1);
  if (unseen) throw new DomainError("ERR_REPLY_HELD", { messageId: unseen.id, userId: unseen.userId });
}

async function requireQuotable(ctx: Context, ticket: TicketRow, id: string): Promise<void> {
  const [quoted] = await ctx.db
    .select({ contactId: messages.contactId })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, id)));
  if (quoted?.contactId !== ticket.contactId) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
}

async function contentOf(ctx: Context, wanted: MessageToSend): Promise<OutgoingContent> {
  const body = wanted.body ?? "";
  const written = { id: wanted.id, body, userId: ctx.actor.id, quotedId: wanted.quotedId ?? null };
  const structured = structuredContent(wanted);
  if (structured) return { ...written, ...structured };
  if (!wanted.fileId) {
    if (!body.trim()) throw new DomainError("ERR_MESSAGE_EMPTY");
    return written;
  }
  const file = await requireFile(ctx, wanted.fileId);
  return {
    ...written,
    ...contentOfFile(file),
    isVoice: wanted.isVoice === true && file.kind === "audio",
  };
}

/** The content is unchanged: a card stays a card, and a file is shared. */
function contentOfForwarded(ctx: Context, wanted: MessageToSend, source: MessageRowDb): OutgoingContent {
  const words = { id: wanted.id, body: wanted.body ?? "", userId: ctx.actor.id };
  if (!source.fileId) return { ...words, mediaType: source.mediaType };
  const { fileId, mediaType, mediaName, mediaMimetype, mediaSize, mediaSeconds, waveform, isVoice } = source;
  const file = { fileId, mediaType, mediaName, mediaMimetype, mediaSize, mediaSeconds, waveform, isVoice };
  return { ...file, ...words, mediaState: "ready" };
}

/** Returns the ticket's connection; if it was deleted, the company's default. */
async function connectionFor(ctx: Context, ticket: TicketRow): Promise<{ id: string; channel: ChannelName }> {
  const candidates = await ctx.db
    .select({ id: connections.id, channel: connections.channel })
    .from(connections)
    .where(
      and(
        eq(connections.companyId, ctx.companyId),
        ticket.connectionId
          ? sql`(${connections.id} = ${ticket.connectionId}::uuid or ${connections.isDefault})`
          : eq(connections.isDefault, true),
      ),
    );
  const chosen = candidates.find((connection) => connection.id === ticket.connectionId) ?? candidates[0];
  if (!chosen) throw new DomainError("ERR_NO_DEF_WAPP_FOUND");
  return chosen;
}

/** Refuses messages after the channel's reply window, and kinds that the channel does not support. */
function refuseWhatChannelCannot(
  ctx: Context,
  ticket: TicketRow,
  channel: ChannelName,
  { fileId, mediaType, mediaSize }: OutgoingContent,
): void {
  const { lastCustomerMessageAt } = ticket;
  const abilities = channelAbilities[channel];
  if (isWindowShut({ channel, lastCustomerMessageAt }, ctx.now))
    throw new DomainError("ERR_WINDOW_CLOSED", { id: ticket.id });
  if (mediaType && cardsAndPlaces.has(mediaType) && !abilities.cardsAndPlaces)
    throw new DomainError("ERR_CHANNEL_WITHOUT_KIND", { mediaType });
  const kind = fileKinds.find((one) => one === mediaType) ?? "document";
  if (fileId && (mediaSize ?? 0) > abilities.fileLimits[kind])
    throw new DomainError("ERR_FILE_TOO_LARGE", { id: fileId });
}
