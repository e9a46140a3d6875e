import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { enqueue, inParallel, prepareOnce, prepareOnceFor, schema } from "../../db/index.ts";
import { answerContact, findOpinion, isFresh, takeRating } from "../automation/index.ts";
import { type ContactRow, findOrCreateContact, findSettledContact } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import { type MessageRowDb, markAccepted } from "../outbox/index.ts";
import { type Settings, settingsColumn, withDefaults } from "../settings/index.ts";
import { findTicketForMessage, findTicketForRecord, silenceBot, type TicketRow } from "../tickets/index.ts";
import { applyEarlyChanges } from "./apply-incoming-change.ts";
import { bounded } from "./bounded.ts";
import { type IncomingMessage, partyOf, type ReceivedMessage } from "./incoming.ts";
import { newestOfOpenTicket, type Place, placeInThread } from "./place-in-thread.ts";

const { messages, tickets, connectionOutages, earlyChanges, pushSubscriptions } = schema;

/** A message that arrives later than this was waiting somewhere. */
const DELAYED_MS = 10_000;

/** A lost connection may stay unnoticed for this time: messages written in it count as waiting. */
const UNNOTICED_MS = 60_000;
/** The channel's times are whole seconds, and its clock differs from ours. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Stores a message from the channel and adds it to its ticket, exactly once, in whatever order messages arrive and
 * repeat. Messages of one contact are serialised by the contact's row lock.
 */
export async function receiveMessage(ctx: DeskContext, received: IncomingMessage): Promise<ReceivedMessage> {
  const incoming = bounded(received);
  const party = partyOf(incoming);
  // Independent statements run in parallel: each wait is a round trip per message.
  const [{ known, hasEarlyChanges, hasPushes, settings }, settled] = await inParallel([
    lookUp(ctx, incoming),
    incoming.group ? undefined : findSettledContact(ctx, party),
  ]);
  if (known) return repeated(ctx, incoming, known);
  if (incoming.group && settings.CheckMsgIsGroup === "enabled")
    return { messageId: null, ticketId: null, isNew: false };
  const contact = await findOrCreateContact(ctx, party, settled);
  const place = { contactId: contact.id, connectionId: incoming.connectionId, isGroup: contact.isGroup };
  const opinion =
    incoming.fromMe || incoming.isHistory
      ? undefined
      : await findOpinion(ctx, place, { text: wordsOf(incoming), at: incoming.at });
  const opens = contact.isActive && !incoming.isHistory && opinion?.ticket.status !== "closed";
  const [ticket, newest] = opinion
    ? [opinion.ticket, []]
    : opens
      ? await inParallel([
          findTicketForMessage(ctx, place, { locked: contact, settings }),
          newestOfOpenTicket(ctx, place),
        ])
      : [await findTicketForRecord(ctx, place, incoming), []];
  const position = await placeInThread(ctx, ticket, incoming, newest);
  const message = { id: uuidv7(), createdAt: position.createdAt, fromMe: incoming.fromMe };
  const quotedId = incoming.quotedProviderId ? await findQuoted(ctx, incoming, incoming.quotedProviderId) : null;
  const [[stored]] = await inParallel([
    // Sent before the second statement, which looks for it.
    store(ctx, incoming, contact, ticket, { ...position, id: message.id, quotedId }),
    moveTicketForward(ctx, ticket, message, { countsUnread: opens && !incoming.fromMe, isHistory: incoming.isHistory }),
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

/** Runs the automatic reactions to a new message. Returns whether agents are to be notified. */
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

/** '' for anything but text. */
const wordsOf = ({ kind, body }: IncomingMessage) => (kind === "chat" ? body : "");

type Known = { known: MessageRowDb | null; hasEarlyChanges: boolean; hasPushes: boolean; settings: Settings };

/**
 * Looks the message up. An own message is found by its id only: the channel may name the chat by another address in
 * the echo.
 */
async function lookUp(
  ctx: DeskContext,
  { connectionId, providerId, fromMe, chatKey }: IncomingMessage,
): Promise<Known> {
  const ask = whatIsThere(fromMe ? "own" : "theirs");
  const [found] = await ask(ctx.db, { companyId: ctx.companyId, connectionId, providerId, chatKey });
  const { settings = null, ...rest } = found ?? { known: null, hasEarlyChanges: false, hasPushes: false };
  return { ...rest, settings: withDefaults(settings) };
}

const whatIsThere = prepareOnceFor((side: "own" | "theirs") => (db, param) => {
  const [companyId, connectionId, providerId] = [param("companyId"), param("connectionId"), param("providerId")];
  const early = sql<boolean>`exists (select 1 from ${earlyChanges} where ${earlyChanges.companyId} = ${companyId}
    and ${earlyChanges.connectionId} = ${connectionId} and ${earlyChanges.targetProviderId} = ${providerId})`;
  const pushes = sql<boolean>`exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.companyId} = ${companyId})`;
  return db
    .select({ hasEarlyChanges: early, hasPushes: pushes, settings: settingsColumn(companyId), known: messages })
    .from(sql`(values (1)) as one`)
    .leftJoin(
      messages,
      and(
        eq(messages.companyId, companyId),
        eq(messages.connectionId, connectionId),
        eq(messages.providerId, providerId),
        eq(messages.fromMe, side === "own"),
        side === "own" ? undefined : eq(messages.chatKey, param("chatKey")),
      ),
    )
    .limit(1);
});

/** The echo of a sent message proves that the channel has it. */
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
): Promise<{ id: string }[]> {
  const { media } = incoming;
  return insertMessage(ctx.db, {
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
    mediaName: media?.name ?? null,
    mediaMimetype: media?.mimetype ?? null,
    mediaSize: media?.size ?? null,
    mediaSeconds: media?.seconds ?? null,
    waveform: media?.waveform ?? null,
    // Media of the history is fetched only when someone opens it.
    mediaState: media ? (incoming.isHistory ? "remote" : "pending") : null,
    quotedId: position.quotedId,
    ack: incoming.fromMe ? (incoming.ack ?? 1) : 0,
    acceptedAt: incoming.fromMe ? incoming.at : null,
    isLate: position.isLate,
    chatKey: incoming.chatKey,
    providerId: incoming.providerId,
    seq: incoming.seq,
    raw: incoming.raw ?? null,
    createdAt: position.createdAt,
    receivedAt: ctx.now,
  } satisfies StoredColumns);
}

const storedColumns = [
  ...["companyId", "id", "ticketId", "contactId", "connectionId", "queueId", "fromMe", "author", "body", "mediaType"],
  ...["mediaName", "mediaMimetype", "mediaSize", "mediaSeconds", "waveform", "mediaState", "quotedId", "ack"],
  ...["acceptedAt", "isLate", "chatKey", "providerId", "seq", "raw", "createdAt", "receivedAt"],
] as const;
type StoredColumns = Pick<MessageRowDb, (typeof storedColumns)[number]>;

const insertMessage = prepareOnce((db, param) =>
  db
    .insert(messages)
    .values(Object.fromEntries(storedColumns.map((name) => [name, param(name)])) as unknown as StoredColumns)
    .onConflictDoNothing()
    .returning({ id: messages.id }),
);

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

/** Runs in parallel with the message's insert: if another transaction has stored the message, nothing changes. */
async function moveTicketForward(
  ctx: DeskContext,
  ticket: TicketRow,
  message: Pick<MessageRowDb, "id" | "createdAt" | "fromMe">,
  { countsUnread, isHistory }: { countsUnread: boolean; isHistory: boolean },
): Promise<void> {
  const isLast = ticket.lastMessageId === null || message.createdAt >= ticket.lastMessageAt;
  // A reply from the company's phone ends the bot, like one from an agent.
  const endsBot = message.fromMe && ticket.isBot && !isHistory;
  const isNewest = !message.fromMe && (ticket.lastCustomerMessageAt ?? new Date(0)) < message.createdAt;
  if (!isLast && !countsUnread && !endsBot && !isNewest) return;
  const closes = isLast && isHistory && ticket.closedAt !== null;
  const moves = { isLast, closes, countsUnread, endsBot, isNewest };
  const form = JSON.stringify(moves);
  await ticketMoves(form)(ctx.db, {
    companyId: ctx.companyId,
    ticketId: ticket.id,
    messageId: message.id,
    at: message.createdAt,
    now: ctx.now,
  });
}

type Moves = { isLast: boolean; closes: boolean; countsUnread: boolean; endsBot: boolean; isNewest: boolean };

/** Each variant is a `Moves` as JSON. */
const ticketMoves = prepareOnceFor((form: string) => (db, param) => {
  const { isLast, closes, countsUnread, endsBot, isNewest }: Moves = JSON.parse(form);
  const at = sql`${sql.param(param("at"), tickets.lastMessageAt)}`;
  return db
    .update(tickets)
    .set({
      ...(isLast && { lastMessageId: sql`${param("messageId")}`, lastMessageAt: at, lastReactionId: null }),
      ...(closes && { closedAt: at }),
      ...(countsUnread && { unreadMessages: sql`${tickets.unreadMessages} + 1` }),
      ...(endsBot && { isBot: false }),
      ...(isNewest && { lastCustomerMessageAt: at }),
      updatedAt: sql`${sql.param(param("now"), tickets.updatedAt)}`,
    })
    .where(
      and(
        eq(tickets.companyId, param("companyId")),
        eq(tickets.id, param("ticketId")),
        sql`exists (select 1 from ${messages} where ${messages.companyId} = ${param("companyId")} and ${messages.id} = ${param("messageId")})`,
      ),
    );
});

/**
 * Counts messages that arrived after an outage with that outage: those that the channel reports as having waited, and
 * on channels without such reports, those written during it.
 */
async function countAfterOutage(
  ctx: DeskContext,
  { connectionId, at, isHistory, fromMe, hasWaited }: IncomingMessage,
): Promise<void> {
  if (isHistory || fromMe || (!hasWaited && ctx.now.getTime() - at.getTime() < DELAYED_MS)) return;
  const after = (ms: number) => new Date(at.getTime() + ms);
  const [begunBy, endedAfter] = hasWaited ? [after(UNNOTICED_MS), after(-CLOCK_TOLERANCE_MS)] : [at, at];
  const last = ctx.db
    .select({ id: connectionOutages.id })
    .from(connectionOutages)
    .where(
      and(
        eq(connectionOutages.companyId, ctx.companyId),
        eq(connectionOutages.connectionId, connectionId),
        lte(connectionOutages.since, begunBy),
        or(isNull(connectionOutages.until), gt(connectionOutages.until, endedAfter)),
      ),
    )
    .orderBy(desc(connectionOutages.since), desc(connectionOutages.id))
    .limit(1);
  await ctx.db
    .update(connectionOutages)
    .set({ messagesAfter: sql`${connectionOutages.messagesAfter} + 1` })
    .where(and(eq(connectionOutages.companyId, ctx.companyId), eq(connectionOutages.id, last)));
}
