import { and, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { ChannelName } from "../../../contracts/channels.ts";
import { channelAbilities, isWindowShut } from "../../../contracts/desk/channel-abilities.ts";
import { fileKinds, type MediaType, type NewMessage, structuredContent } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { inParallel, prepareOnce, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireFile } from "../files/index.ts";
import {
  contentOfFile,
  type MessageRowDb,
  newestOf,
  type OutgoingContent,
  type WrittenMessage,
  writeOutgoing,
} from "../outbox/index.ts";
import { acceptTicket, lockVisibleTicket, requireTicket, requireWritable, type TicketRow } from "../tickets/index.ts";

const { messages, connections, tickets } = schema;

export type MessageToSend = Partial<NewMessage> & { id: string; ticketId: string };

/**
 * Stores an agent's message and adds it to the outbox. Idempotent by id. Writing in a pending ticket accepts it.
 * `forwarded`: the original, which the actor may read.
 */
export async function sendMessage(
  ctx: Context,
  wanted: MessageToSend,
  forwarded?: MessageRowDb,
): Promise<WrittenMessage> {
  const [locked, sent, candidates, newest] = await inParallel([
    // Sent first: its previous holder may have stored this message, or one after which this one comes.
    lockVisibleTicket(ctx, wanted.ticketId),
    findMessage(ctx, wanted.id),
    connectionsFor(ctx, wanted.ticketId),
    newestOf(ctx, wanted.ticketId),
  ]);
  if (sent) {
    await requireTicket(ctx, sent.ticketId);
    return sent;
  }
  if (!locked) throw new DomainError("ERR_NO_TICKET_FOUND", { id: wanted.ticketId });
  await requireWritable(ctx, locked);
  const accepts = locked.status === "pending";
  const ticket = accepts ? await acceptTicket(ctx, locked.id) : locked;
  if (wanted.seenMessageId) await refuseUnseenReply(ctx, ticket, wanted.seenMessageId);
  if (wanted.quotedId) await requireQuotable(ctx, ticket, wanted.quotedId);
  const connection = chosenOf(candidates, ticket);
  const content = forwarded ? contentOfForwarded(ctx, wanted, forwarded) : await contentOf(ctx, wanted);
  refuseWhatChannelCannot(ctx, ticket, connection.channel, content);
  // Accepting may have written a greeting.
  const place = { connectionId: connection.id, channel: connection.channel, ...(!accepts && { newest }) };
  return writeOutgoing(ctx, ticket, place, content);
}

const cardsAndPlaces: ReadonlySet<MediaType> = new Set(["vcard", "contactMessage", "locationMessage"]);

async function findMessage(ctx: Context, id: string): Promise<MessageRowDb | undefined> {
  const [message] = await byId(ctx.db, { companyId: ctx.companyId, id });
  return message;
}

const byId = prepareOnce((db, param) =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, param("companyId")), eq(messages.id, param("id")))),
);

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

type Candidate = { id: string; channel: ChannelName };

/** Returns the ticket's connection and the company's default, in no order. */
const connectionsFor = (ctx: Context, ticketId: string): Promise<Candidate[]> =>
  candidatesFor(ctx.db, { companyId: ctx.companyId, ticketId });

const candidatesFor = prepareOnce((db, param) => {
  const ofTicket = db
    .select({ id: tickets.connectionId })
    .from(tickets)
    .where(and(eq(tickets.companyId, param("companyId")), eq(tickets.id, param("ticketId"))));
  return db
    .select({ id: connections.id, channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.companyId, param("companyId")), or(eq(connections.id, ofTicket), connections.isDefault)));
});

/** Returns the ticket's connection; if it was deleted, the company's default. */
function chosenOf(candidates: readonly Candidate[], ticket: TicketRow): Candidate {
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
