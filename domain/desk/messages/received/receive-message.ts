import { and, desc, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { AnsweredQuestion } from "../../../../contracts/desk/messages.ts";
import { enqueue, inParallel, schema } from "../../../../db/index.ts";
import { companyTimeZone } from "../../../ground/company-time/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { answerContact, isFresh, takeRating } from "../../automation/index.ts";
import { countAfterOutage } from "../../connections/index.ts";
import { type ContactRow, findOrCreateContact, findSettledContact } from "../../contacts/index.ts";
import { type MessageRowDb, markAccepted } from "../../outbox/index.ts";
import { markAnswer, recordIncoming } from "../../ticket-rows/index.ts";
import { silenceBot } from "../../tickets/index.ts";
import { cutToLimits } from "../cut-to-limits.ts";
import { insertMessage } from "../insert-message.ts";
import { applyEarlyChanges } from "./apply-incoming-change.ts";
import { completeFromFirstCopy, isCopyOf, takeBetterCopy } from "./better-copy.ts";
import { findKnownMessage, type KnownMessage } from "./find-known-message.ts";
import { chatTextOf, type IncomingMessage, partyOf, type ReceivedMessage } from "./incoming.ts";
import { placeInThread } from "./place-in-thread.ts";
import { type Route, routeIncoming } from "./route-incoming.ts";
import { recordReply, takeAnswer } from "./take-campaign-answer.ts";

const { messages } = schema;

/**
 * Stores a message from the channel and adds it to its ticket, exactly once, in whatever order messages arrive and
 * repeat. Messages of one contact are serialised by the contact's row lock.
 */
export async function receiveMessage(ctx: DeskContext, received: IncomingMessage): Promise<ReceivedMessage> {
  const { copyOf, ...single } = cutToLimits(await withTimes(ctx, received));
  if (!copyOf) return receiveOne(ctx, single);
  // Whichever copy arrives first becomes the message; the better one becomes its file.
  const asFirst = { ...single, providerId: copyOf };
  const { known } = await findKnownMessage(ctx, asFirst);
  if (!known) return receiveOne(ctx, asFirst);
  if (!isCopyOf(known, single)) return receiveOne(ctx, single);
  await takeBetterCopy(ctx, known, single);
  return { messageId: known.id, ticketId: known.ticketId, isNew: false };
}

async function receiveOne(ctx: DeskContext, incoming: IncomingMessage): Promise<ReceivedMessage> {
  const party = partyOf(incoming);
  // Independent statements run in parallel: each wait is a round trip per message.
  const [found, settled] = await inParallel([
    findKnownMessage(ctx, incoming),
    incoming.group ? undefined : findSettledContact(ctx, party),
  ]);
  if (found.known) return repeat(ctx, incoming, found.known);
  if (incoming.group && found.settings.CheckMsgIsGroup === "enabled")
    return { messageId: null, ticketId: null, isNew: false };
  const contact = await findOrCreateContact(ctx, party, settled);
  const route = await routeIncoming(ctx, incoming, contact, found);
  const stored = await store(ctx, incoming, contact, route);
  if (!stored) {
    const { known: winner } = await findKnownMessage(ctx, incoming);
    if (!winner) throw new Error("a message was neither stored nor known");
    return repeat(ctx, incoming, winner);
  }
  await followUp(ctx, incoming, { messageId: stored.id, contact, route, found });
  return { messageId: stored.id, ticketId: route.ticket.id, isNew: true };
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

/** Inserts the message and updates its ticket; undefined when another transaction has stored the message. */
async function store(
  ctx: DeskContext,
  incoming: IncomingMessage,
  contact: ContactRow,
  route: Route,
): Promise<{ id: string } | undefined> {
  const { ticket, newest, countsUnread } = route;
  const answerTo = questionOf(route);
  const position = await placeInThread(ctx, ticket, incoming, newest);
  const message = { id: uuidv7(), createdAt: position.createdAt, fromMe: incoming.fromMe, answerTo };
  const quotedId = incoming.quotedProviderId ? await findQuoted(ctx, incoming, incoming.quotedProviderId) : null;
  const { media } = incoming;
  const [[stored]] = await inParallel([
    // Sent before the second statement, which looks for it.
    insertMessage(ctx.db, {
      ...message,
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
      mediaState: media ? (incoming.isHistory ? "remote" : "pending") : null,
      quotedId,
      ack: incoming.fromMe ? (incoming.ack ?? 1) : 0,
      acceptedAt: incoming.fromMe ? incoming.at : null,
      isLate: position.isLate,
      chatKey: incoming.chatKey,
      providerId: incoming.providerId,
      seq: incoming.seq,
      raw: incoming.raw ?? null,
      receivedAt: ctx.now,
    }),
    recordIncoming(ctx, ticket, message, {
      countsUnread,
      isHistory: incoming.isHistory,
      isForAgents: route.kind === "service",
    }),
  ]);
  return stored;
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
