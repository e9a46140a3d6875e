import { and, desc, eq } from "drizzle-orm";
import { prepareOnceFor, schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { contactBehind, type PartyKey } from "../../contacts/index.ts";
import { isOpenTicketOf } from "../../tickets/index.ts";

const { messages, tickets } = schema;

export type ThreadPosition = { createdAt: Date; isLate: boolean };

/** The tolerated difference between our clock and the channel's. */
const CLOCK_TOLERANCE_MS = 5_000;
const SECOND_MS = 1_000;
/** How many messages back a newer message of the channel is searched. */
const LOOK_BACK = 20;

const secondOf = (date: Date): number => Math.floor(date.getTime() / SECOND_MS);

/** A reply in the last millisecond of a second puts its successor at the start of the next second. */
const isInSecondFrom = (at: Date, createdAt: Date): boolean =>
  createdAt >= at && createdAt.getTime() <= secondOf(at) * SECOND_MS + SECOND_MS;

/**
 * Returns a message's position in its thread, by the provider's time. The channel's times are whole seconds: a
 * message in the same second as our own reply is placed after the reply, because it has just arrived.
 */
export async function placeInThread(
  ctx: DeskContext,
  ticket: PlacedIn,
  incoming: { at: Date; fromMe: boolean; isHistory: boolean; isExact?: boolean },
  known: Newest[] = [],
): Promise<ThreadPosition> {
  const { at } = incoming;
  if (incoming.isHistory) return { createdAt: at, isLate: false };
  const newestThere = known[0]?.ticketId === ticket.id ? known : await newestIn(ctx, ticket);
  const own = newestThere.find((message) => message.fromMe)?.createdAt;
  const theirs = newestThere.find((message) => !message.fromMe)?.createdAt;
  const isLate =
    (theirs !== undefined && secondOf(at) < secondOf(theirs)) ||
    (own !== undefined && at.getTime() + CLOCK_TOLERANCE_MS < own.getTime());
  if (incoming.isExact) return { createdAt: at, isLate };
  const isInOwnSecond = own !== undefined && own > at && secondOf(own) === secondOf(at);
  const place = isInOwnSecond ? new Date(own.getTime() + 1) : at;
  // Messages of the same side and second that were placed after a reply stay before it, though a newer reply exists
  // now.
  const isBefore = ({ fromMe, createdAt }: Newest) => fromMe === incoming.fromMe && isInSecondFrom(at, createdAt);
  const before = newestThere.find(isBefore)?.createdAt;
  return { createdAt: before && before > place ? before : place, isLate };
}

export type Newest = { ticketId: string; createdAt: Date; fromMe: boolean };

/** Selects the newest messages of the unclosed ticket of the contact behind these addresses, in parallel with it. */
export const newestBehind = (
  { db, companyId }: DeskContext,
  { count, values }: PartyKey,
  connectionId: string,
): Promise<Newest[]> => newest(count)(db, { ...values, companyId, connectionId });

type PlacedIn = { id: string; lastMessageId: string | null; createdAt: Date };

async function newestIn(ctx: DeskContext, ticket: PlacedIn): Promise<Newest[]> {
  // The ticket is new: this transaction created it.
  if (ticket.lastMessageId === null && ticket.createdAt.getTime() === ctx.now.getTime()) return [];
  return newest(0)(ctx.db, { companyId: ctx.companyId, ticketId: ticket.id });
}

/** Selects the newest messages of the unclosed ticket of the contact behind `count` addresses; 0: of `ticketId`. */
const newest = prepareOnceFor((count: number) => (db, param) => {
  const open = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(isOpenTicketOf(param, contactBehind(count, param)));
  return db
    .select({ ticketId: messages.ticketId, createdAt: messages.createdAt, fromMe: messages.fromMe })
    .from(messages)
    .where(
      and(eq(messages.companyId, param("companyId")), eq(messages.ticketId, count === 0 ? param("ticketId") : open)),
    )
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(LOOK_BACK);
});
