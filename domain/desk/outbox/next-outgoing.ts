import { and, asc, eq, exists, gt, inArray, isNotNull, lte, not, notExists, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type Reach, reachOf } from "./reach.ts";

const { messages, files, connections, tickets } = schema;
const received = alias(messages, "received");

export type OutgoingFile = {
  id: string;
  name: string;
  mimetype: string;
  seconds: number | null;
  waveform: number[] | null;
  /** Recorded by an agent. */
  isVoice: boolean;
};

/** The quoted message, as the channel needs it. */
export type OutgoingQuote = {
  providerId: string;
  fromMe: boolean;
  body: string;
  mediaType: MediaType;
  participant: string | null;
};

export type OutgoingMessage = {
  messageId: string;
  contactId: string;
  /** The chat of an earlier attempt. */
  chatKey: string | null;
  providerId: string | null;
  to: Reach;
  body: string;
  mediaType: MediaType;
  file: OutgoingFile | null;
  quoted: OutgoingQuote | null;
  tries: number;
  writtenAt: Date;
  /** How long the other side sees a typing indicator. */
  composeMs: number;
  /** A campaign's message: it must not leave after its contact opted out. */
  needsConsent: boolean;
  /** A campaign's message that was not tried yet. */
  isCampaign: boolean;
};

/** Campaign messages give way to all others until their first attempt: from then on, their order is the channel's. */
const givesWay = sql<boolean>`(${messages.origin} is not distinct from 'campaign' and ${messages.providerId} is null)`;

/**
 * Returns the due messages of a connection, those of campaigns last: for each contact only the first unsent one, so that
 * order is kept. A postponed or unacknowledged message holds back later ones; a failed one does not.
 */
export async function nextOutgoing(
  ctx: DeskContext,
  connectionId: string,
  options: { limit?: number; skipContactIds?: readonly string[]; skipCampaigns?: boolean } = {},
): Promise<OutgoingMessage[]> {
  const { limit = 20, skipContactIds = [], skipCampaigns = false } = options;
  const first = ctx.db
    .selectDistinctOn([messages.contactId], {
      id: messages.id,
      sendAfter: messages.sendAfter,
      createdAt: messages.createdAt,
      givesWay: givesWay.as("gives_way"),
    })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        isNotNull(messages.sendAfter),
        eq(messages.isDeleted, false),
        mayBeWrittenTo(ctx, connectionId),
        skipContactIds.length > 0 ? notInArray(messages.contactId, [...skipContactIds]) : undefined,
        skipCampaigns ? not(givesWay) : undefined,
      ),
    )
    .orderBy(messages.contactId, givesWay, messages.createdAt, messages.seq, messages.id)
    .as("first");
  const due = await ctx.db
    .select({ id: first.id })
    .from(first)
    .where(lte(first.sendAfter, ctx.now))
    .orderBy(asc(first.givesWay), asc(first.createdAt))
    .limit(limit);
  return loadOutgoing(
    ctx,
    due.map((row) => row.id),
  );
}

/** While the channel does not allow new conversations, only contacts who have written get messages. */
function mayBeWrittenTo(ctx: DeskContext, connectionId: string) {
  const restricted = ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.companyId, ctx.companyId),
        eq(connections.id, connectionId),
        gt(connections.firstContactsAfter, ctx.now),
      ),
    );
  const written = ctx.db
    .select({ id: received.id })
    .from(tickets)
    .innerJoin(
      received,
      and(eq(received.companyId, tickets.companyId), eq(received.ticketId, tickets.id), eq(received.fromMe, false)),
    )
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, messages.contactId),
        eq(tickets.connectionId, connectionId),
      ),
    );
  return or(notExists(restricted), exists(written));
}

async function loadOutgoing(ctx: DeskContext, ids: string[]): Promise<OutgoingMessage[]> {
  if (ids.length === 0) return [];
  const quoted = alias(messages, "quoted");
  const rows = await ctx.db
    .select({ message: messages, file: files, quoted })
    .from(messages)
    .leftJoin(files, and(eq(files.companyId, messages.companyId), eq(files.id, messages.fileId)))
    .leftJoin(quoted, and(eq(quoted.companyId, messages.companyId), eq(quoted.id, messages.quotedId)))
    .where(and(eq(messages.companyId, ctx.companyId), inArray(messages.id, ids)))
    .orderBy(givesWay, messages.createdAt, messages.seq, messages.id);
  const reach = await reachOf(
    ctx,
    rows.map(({ message }) => message),
  );
  return rows.map(({ message, file, quoted }) => ({
    messageId: message.id,
    contactId: message.contactId,
    chatKey: message.chatKey,
    providerId: message.providerId,
    to: reach.get(message) ?? {},
    body: message.body,
    mediaType: message.mediaType,
    file: file && {
      id: file.id,
      name: message.mediaName ?? file.name,
      mimetype: file.mimetype,
      seconds: message.mediaSeconds,
      waveform: message.waveform,
      isVoice: message.isVoice,
    },
    quoted: quoted?.providerId
      ? {
          providerId: quoted.providerId,
          fromMe: quoted.fromMe,
          body: quoted.body,
          mediaType: quoted.mediaType,
          participant: quoted.author,
        }
      : null,
    tries: message.sendTries,
    writtenAt: message.receivedAt,
    composeMs: message.composeMs,
    needsConsent: message.origin === "campaign",
    isCampaign: message.origin === "campaign" && message.providerId === null,
  }));
}
