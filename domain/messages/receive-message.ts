import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { enqueue, schema, together } from "../../db/index.ts";
import { answerContact, findOpinion, isFresh, takeRating } from "../automation/index.ts";
import { type ContactRow, findOrCreateContact, findSettledContact } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import { type MessageRowDb, markAccepted } from "../outbox/index.ts";
import { type Settings, settingsColumn, withDefaults } from "../settings/index.ts";
import { findTicketForMessage, findTicketForRecord, silenceBot, type TicketRow } from "../tickets/index.ts";
import { applyEarlyChanges } from "./apply-incoming-change.ts";
import { type IncomingMessage, partyOf, type ReceivedMessage } from "./incoming.ts";
import { newestOfOpenTicket, type Place, placeInThread } from "./place-in-thread.ts";

const { messages, tickets, connectionOutages, earlyChanges, pushSubscriptions } = schema;

/** A message that took longer than this to come was waiting for us somewhere. */
const DELAYED_MS = 10_000;

/**
 * Stores a channel's message and gives it to its ticket: once, however often and in whatever order it comes. Messages
 * of one contact wait for each other at the contact's row.
 */
export async function receiveMessage(ctx: DeskContext, incoming: IncomingMessage): Promise<ReceivedMessage> {
  const party = partyOf(incoming);
  // What does not depend on each other is asked together: every wait is a round trip for every message.
  const [{ known, hasEarlyChanges, hasPushes, settings }, settled] = await together([
    lookUp(ctx, incoming),
    incoming.group ? undefined : findSettledContact(ctx, party),
  ]);
  if (known) return repeated(ctx, incoming, known);
  if (incoming.group && settings.CheckMsgIsGroup === "enabled")
    return { messageId: null, ticketId: null, isNew: false };
  const contact = await findOrCreateContact(ctx, party, settled);
  const place = { contactId: contact.id, connectionId: incoming.connectionId, isGroup: contact.isGroup };
  const opinion = incoming.fromMe
    ? undefined
    : await findOpinion(ctx, place, { text: wordsOf(incoming), at: incoming.at });
  const opens = contact.isActive && !incoming.isHistory && opinion?.ticket.status !== "closed";
  const [ticket, newest] = opinion
    ? [opinion.ticket, []]
    : opens
      ? await together([findTicketForMessage(ctx, place, contact), newestOfOpenTicket(ctx, place)])
      : [await findTicketForRecord(ctx, place, incoming.at), []];
  const position = await placeInThread(ctx, ticket.id, incoming, newest);
  const message = { id: uuidv7(), createdAt: position.createdAt, fromMe: incoming.fromMe };
  const quotedId = incoming.quotedProviderId ? await findQuoted(ctx, incoming, incoming.quotedProviderId) : null;
  const [[stored]] = await together([
    // Asked at once, and so before the second, which looks for it.
    store(ctx, incoming, contact, ticket, { ...position, id: message.id, quotedId }).execute(),
    moveTicketForward(ctx, ticket, message, opens && !incoming.fromMe),
  ]);
  if (!stored) {
    const { known: winner } = await lookUp(ctx, incoming);
    if (!winner) throw new Error("a message was neither stored nor known");
    return repeated(ctx, incoming, winner);
  }
  if (incoming.media && !incoming.isHistory)
    await enqueue(ctx.db, "media.fetch", {
      companyId: ctx.companyId,
      connectionId: incoming.connectionId,
      messageId: stored.id,
    });
  if (opinion) await takeRating(ctx, opinion, isFresh(ctx, incoming.at));
  else if (opens && !ticket.isGroup) {
    const isForAgents = await respond(ctx, incoming, { ticket, contact, settings });
    if (isForAgents && hasPushes)
      await enqueue(ctx.db, "push.send", { companyId: ctx.companyId, messageId: stored.id });
  }
  if (hasEarlyChanges) await applyEarlyChanges(ctx, incoming.connectionId, incoming.providerId);
  await countAfterOutage(ctx, incoming);
  return { messageId: stored.id, ticketId: ticket.id, isNew: true };
}

/** What the desk itself does about a new message. True: its agents are to be called. */
async function respond(
  ctx: DeskContext,
  incoming: IncomingMessage,
  { ticket, contact, settings }: { ticket: TicketRow; contact: ContactRow; settings: Settings },
): Promise<boolean> {
  if (incoming.fromMe) {
    await silenceBot(ctx, ticket.id);
    return false;
  }
  if (!isFresh(ctx, incoming.at)) return false;
  const { isBot } = await answerContact(ctx, ticket, contact, wordsOf(incoming), settings);
  return !isBot;
}

/** '' of what is no text. */
const wordsOf = ({ kind, body }: IncomingMessage) => (kind === "chat" ? body : "");

type Known = { known: MessageRowDb | null; hasEarlyChanges: boolean; hasPushes: boolean; settings: Settings };

/**
 * What is here of it already. An own message is found by its id alone: the channel may name the chat by another address
 * when it echoes it.
 */
async function lookUp(
  ctx: DeskContext,
  { connectionId, providerId, fromMe, chatKey }: IncomingMessage,
): Promise<Known> {
  const early = sql<boolean>`exists (select 1 from ${earlyChanges} where ${earlyChanges.companyId} = ${ctx.companyId}
    and ${earlyChanges.connectionId} = ${connectionId} and ${earlyChanges.targetProviderId} = ${providerId})`;
  const pushes = sql<boolean>`exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.companyId} = ${ctx.companyId})`;
  const [found] = await ctx.db
    .select({ hasEarlyChanges: early, hasPushes: pushes, settings: settingsColumn(ctx), known: messages })
    .from(sql`(values (1)) as one`)
    .leftJoin(
      messages,
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        eq(messages.providerId, providerId),
        eq(messages.fromMe, fromMe),
        fromMe ? undefined : eq(messages.chatKey, chatKey),
      ),
    )
    .limit(1);
  const { settings = null, ...rest } = found ?? { known: null, hasEarlyChanges: false, hasPushes: false };
  return { ...rest, settings: withDefaults(settings) };
}

/** The echo of what we sent proves that the channel has it. */
async function repeated(ctx: DeskContext, incoming: IncomingMessage, known: MessageRowDb): Promise<ReceivedMessage> {
  if (known.fromMe && known.ack === 0) await markAccepted(ctx, incoming);
  return { messageId: known.id, ticketId: known.ticketId, isNew: false };
}

function store(
  ctx: DeskContext,
  incoming: IncomingMessage,
  contact: ContactRow,
  ticket: TicketRow,
  position: Place & { id: string; quotedId: string | null },
) {
  const { media } = incoming;
  return ctx.db
    .insert(messages)
    .values({
      companyId: ctx.companyId,
      id: position.id,
      ticketId: ticket.id,
      contactId: contact.id,
      connectionId: incoming.connectionId,
      queueId: ticket.queueId,
      fromMe: incoming.fromMe,
      author: incoming.group?.author ?? null,
      body: incoming.body,
      mediaType: incoming.kind,
      mediaName: media?.name,
      mediaMimetype: media?.mimetype,
      mediaSize: media?.size,
      mediaSeconds: media?.seconds,
      waveform: media?.waveform,
      // History is not fetched by itself; an agent can ask for it.
      mediaState: media && (incoming.isHistory ? "failed" : "pending"),
      quotedId: position.quotedId,
      ack: incoming.fromMe ? 1 : 0,
      acceptedAt: incoming.fromMe ? incoming.at : null,
      isLate: position.isLate,
      chatKey: incoming.chatKey,
      providerId: incoming.providerId,
      seq: incoming.seq,
      raw: incoming.raw,
      createdAt: position.createdAt,
      receivedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: messages.id });
}

async function findQuoted(ctx: DeskContext, incoming: IncomingMessage, providerId: string): Promise<string | null> {
  const [quoted] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, incoming.connectionId),
        eq(messages.providerId, providerId),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(1);
  return quoted?.id ?? null;
}

/** Asked together with the message's insert: where another transaction's copy was first, nothing moves. */
async function moveTicketForward(
  ctx: DeskContext,
  ticket: TicketRow,
  message: Pick<MessageRowDb, "id" | "createdAt" | "fromMe">,
  countsUnread: boolean,
): Promise<void> {
  const isLast = ticket.lastMessageId === null || message.createdAt >= ticket.lastMessageAt;
  // An answer from the phone itself ends the bot, like one from here.
  const endsBot = message.fromMe && ticket.isBot;
  if (!isLast && !countsUnread && !endsBot) return;
  await ctx.db
    .update(tickets)
    .set({
      ...(isLast && { lastMessageId: message.id, lastMessageAt: message.createdAt, lastReactionId: null }),
      ...(countsUnread && { unreadMessages: sql`${tickets.unreadMessages} + 1` }),
      ...(endsBot && { isBot: false }),
      updatedAt: ctx.now,
    })
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.id, ticket.id),
        sql`exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.companyId} and ${messages.id} = ${message.id})`,
      ),
    );
}

/** What was written while the connection was down is counted with that outage. */
async function countAfterOutage(
  ctx: DeskContext,
  { connectionId, at, isHistory, fromMe }: IncomingMessage,
): Promise<void> {
  if (isHistory || fromMe || ctx.now.getTime() - at.getTime() < DELAYED_MS) return;
  await ctx.db
    .update(connectionOutages)
    .set({ messagesAfter: sql`${connectionOutages.messagesAfter} + 1` })
    .where(
      and(
        eq(connectionOutages.companyId, ctx.companyId),
        eq(connectionOutages.connectionId, connectionId),
        lte(connectionOutages.since, at),
        or(isNull(connectionOutages.until), gt(connectionOutages.until, at)),
      ),
    );
}
