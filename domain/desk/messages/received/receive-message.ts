import { and, desc, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { AnsweredQuestion } from "../../../../contracts/desk/messages.ts";
import { enqueue, inParallel, schema, sendLast } from "../../../../db/index.ts";
import { companyTimeZone } from "../../../ground/company-time/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { answerContact, isFresh, takeRating } from "../../automation/index.ts";
import { countAfterOutage } from "../../connections/index.ts";
import { type ContactRow, findOrCreateContact } from "../../contacts/index.ts";
import { type MessageRowDb, markAccepted } from "../../outbox/index.ts";
import { markAnswer, recordIncoming } from "../../ticket-rows/index.ts";
import { silenceBot, type TicketRow } from "../../tickets/index.ts";
import { cutToLimits } from "../cut-to-limits.ts";
import { insertMessage, insertNewMessage } from "../insert-message.ts";
import { applyEarlyChanges } from "./apply-incoming-change.ts";
import { completeFromFirstCopy, isCopyOf, takeBetterCopy } from "./better-copy.ts";
import { findKnownMessage, type KnownMessage } from "./find-known-message.ts";
import { chatTextOf, type IncomingMessage, partyOf, type ReceivedMessage } from "./incoming.ts";
import { type LookedUp, lookUp } from "./look-up.ts";
import { placeInThread } from "./place-in-thread.ts";
import { type Route, routeIncoming } from "./route-incoming.ts";
import { recordReply, takeAnswer } from "./take-campaign-answer.ts";

const { messages } = schema;

/** A message to be received. */
export type ToReceive = {
  incoming: IncomingMessage;
  /** The contact that its addresses lead to. */
  contactId?: string | undefined;
  /** The result of its look-up; absent: the message is looked up when it is received. */
  looked?: LookedUp | undefined;
};

/** Looks up messages in one round trip. Of each contact only the first one keeps the result: the others follow it. */
export async function lookUpMessages(ctx: DeskContext, received: readonly IncomingMessage[]): Promise<ToReceive[]> {
  const looked = await inParallel(received.map((incoming) => (incoming.copyOf ? undefined : lookUp(ctx, incoming))));
  const seen = new Set<string>();
  return received.map((incoming, at) => {
    const contactId = looked[at]?.contact?.id;
    if (!contactId || seen.has(contactId)) return { incoming, contactId };
    seen.add(contactId);
    return { incoming, contactId, looked: looked[at] };
  });
}

/**
 * Stores messages from the channel and adds them to their tickets, each exactly once, in whatever order messages arrive
 * and repeat. Messages of one contact are serialised by the contact's row lock, and here one after another; those of
 * different contacts share their round trips.
 */
export async function receiveMessages(ctx: DeskContext, messages: readonly ToReceive[]): Promise<ReceivedMessage[]> {
  const results: ReceivedMessage[] = [];
  const receive = async (places: readonly number[]) => {
    for (const place of places) {
      const one = messages[place];
      if (one) results[place] = await receiveOne(ctx, one);
    }
  };
  const byContact = Map.groupBy(messages.keys(), (place) => messages[place]?.contactId);
  const unknown = byContact.get(undefined) ?? [];
  byContact.delete(undefined);
  await inParallel([...byContact.values()].map(receive));
  // A new contact is created in a savepoint, in which no other statement may run.
  await receive(unknown);
  return results;
}

/** Receives one message. */
export const receiveMessage = (ctx: DeskContext, incoming: IncomingMessage): Promise<ReceivedMessage> =>
  receiveOne(ctx, { incoming });

async function receiveOne(ctx: DeskContext, { incoming, looked }: ToReceive): Promise<ReceivedMessage> {
  const { copyOf, ...single } = cutToLimits(await withTimes(ctx, incoming));
  if (!copyOf) return receiveSingle(ctx, single, looked);
  // Whichever copy arrives first becomes the message; the better one becomes its file.
  const asFirst = { ...single, providerId: copyOf };
  const { known } = await findKnownMessage(ctx, asFirst);
  if (!known) return receiveSingle(ctx, asFirst);
  if (!isCopyOf(known, single)) return receiveSingle(ctx, single);
  await takeBetterCopy(ctx, known, single);
  return { messageId: known.id, ticketId: known.ticketId, isNew: false };
}

async function receiveSingle(ctx: DeskContext, incoming: IncomingMessage, known?: LookedUp): Promise<ReceivedMessage> {
  const looked = known ?? (await lookUp(ctx, incoming));
  const { found } = looked;
  if (found.known) return repeat(ctx, incoming, found.known);
  if (incoming.group && found.settings.CheckMsgIsGroup === "enabled")
    return { messageId: null, ticketId: null, isNew: false };
  const contact = await findOrCreateContact(ctx, partyOf(incoming), looked.contact);
  const route = await routeIncoming(ctx, incoming, contact, looked);
  const messageId = await store(ctx, incoming, { contact, route, isLocked: looked.contact !== null });
  if (!messageId) {
    const { known: winner } = await findKnownMessage(ctx, incoming);
    if (!winner) throw new Error("a message was neither stored nor known");
    return repeat(ctx, incoming, winner);
  }
  await followUp(ctx, incoming, { messageId, contact, route, found });
  return { messageId, ticketId: route.ticket.id, isNew: true };
}

/** Writes the times in a message's text in the company's time zone. */
async function withTimes(ctx: DeskContext, received: IncomingMessage): Promise<IncomingMessage> {
  const { bodyIn } = received;
  return bodyIn ? { ...received, body: bodyIn(await companyTimeZone(ctx)) } : received;
}

/** Answers for a message that is stored already. The echo of a sent message proves that the channel has it. */
async function repeat(ctx: DeskContext, incoming: IncomingMessage, known: MessageRowDb): Promise<ReceivedMessage> {
  if (known.fromMe && known.ack === 0) await markAccepted(ctx, incoming);
  await completeFromFirstCopy(ctx, known, incoming);
  return { messageId: known.id, ticketId: known.ticketId, isNew: false };
}

type Place = {
  contact: ContactRow;
  route: Route;
  /** The contact was locked before the message was looked up: nobody else stores the message meanwhile. */
  isLocked: boolean;
};

/**
 * Inserts the message and updates its ticket; undefined when another transaction has stored the message. When none can,
 * the statements share their round trip with the ones that follow.
 */
async function store(
  ctx: DeskContext,
  incoming: IncomingMessage,
  { contact, route, isLocked }: Place,
): Promise<string | undefined> {
  const { ticket, newest, countsUnread } = route;
  const answerTo = questionOf(route);
  const position = await placeInThread(ctx, ticket, incoming, newest);
  const message = { id: uuidv7(), createdAt: position.createdAt, fromMe: incoming.fromMe, answerTo };
  const quotedId = incoming.quotedProviderId ? await findQuoted(ctx, incoming, incoming.quotedProviderId) : null;
  const row = { ...rowOf(ctx, incoming, { ticket, contact }), ...message, quotedId, isLate: position.isLate };
  const record = { countsUnread, isHistory: incoming.isHistory, isForAgents: route.kind === "service" };
  if (isLocked) {
    await sendLast(ctx.db, () => insertNewMessage(ctx.db, row));
    await recordIncoming(ctx, ticket, message, record);
    return message.id;
  }
  const [[stored]] = await inParallel([
    // Sent before the second statement, which looks for it.
    insertMessage(ctx.db, row),
    recordIncoming(ctx, ticket, message, record),
  ]);
  return stored?.id;
}

function rowOf(
  ctx: DeskContext,
  incoming: IncomingMessage,
  { ticket, contact }: { ticket: TicketRow; contact: ContactRow },
) {
  const { media, isHistory, fromMe } = incoming;
  return {
    companyId: ctx.companyId,
    ticketId: ticket.id,
    contactId: contact.id,
    connectionId: incoming.connectionId,
    queueId: ticket.queueId,
    author: incoming.group?.author ?? null,
    body: incoming.body,
    mediaType: incoming.kind,
    mediaName: media?.name ?? null,
    mediaMimetype: media?.mimetype ?? null,
    mediaSize: media?.size ?? null,
    mediaSeconds: media?.seconds ?? null,
    waveform: media?.waveform ?? null,
    // Media of the history is fetched only when someone opens it.
    mediaState: media ? (isHistory ? ("remote" as const) : ("pending" as const)) : null,
    ack: fromMe ? (incoming.ack ?? 1) : 0,
    acceptedAt: fromMe ? incoming.at : null,
    chatKey: incoming.chatKey,
    providerId: incoming.providerId,
    seq: incoming.seq,
    raw: incoming.raw ?? null,
    receivedAt: ctx.now,
  };
}

/** The question that the message answers by its purpose; the bot finds answers to its menu later. */
function questionOf(route: Route): AnsweredQuestion | null {
  if (route.kind === "rating") return "rating";
  return route.kind === "campaign" && route.answer.kind === "confirmation" ? "confirmation" : null;
}

type Stored = { messageId: string; contact: ContactRow; route: Route; found: KnownMessage };

/** Does everything that follows from a new message, in the same transaction. */
async function followUp(
  ctx: DeskContext,
  incoming: IncomingMessage,
  { messageId, contact, route, found }: Stored,
): Promise<void> {
  const { companyId } = ctx;
  const { connectionId } = incoming;
  if (incoming.media && !incoming.isHistory)
    await enqueue(ctx.db, "media.fetch", { companyId, connectionId, messageId });
  if (route.kind === "rating") await takeRating(ctx, route.given, isFresh(ctx, incoming.at));
  else if (route.kind === "campaign") await takeAnswer(ctx, incoming, { messageId, contact, route });
  else if (route.kind === "service" && !route.ticket.isGroup) {
    if (route.reply) await recordReply(ctx, route.ticket.id, route.reply);
    const isForAgents = await respond(ctx, incoming, { messageId, contact, route, found });
    if (isForAgents && found.hasPushes) await enqueue(ctx.db, "push.send", { companyId, messageId });
  }
  if (found.hasEarlyChanges) await applyEarlyChanges(ctx, connectionId, incoming.providerId);
  if (!incoming.isHistory && !incoming.fromMe) await countAfterOutage(ctx, incoming);
}

/** Runs the automatic reactions to a new message. Returns whether agents are to be notified. */
async function respond(
  ctx: DeskContext,
  incoming: IncomingMessage,
  { messageId, contact, route: { ticket, bot }, found: { settings } }: Stored,
): Promise<boolean> {
  if (incoming.fromMe) {
    await silenceBot(ctx, ticket.id);
    return false;
  }
  if (!isFresh(ctx, incoming.at)) return false;
  const answered = await answerContact(ctx, ticket, contact, chatTextOf(incoming), settings, bot);
  if (answered.isAnswer) await markAnswer(ctx, messageId, ticket, "menu");
  return !answered.ticket.isBot;
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
