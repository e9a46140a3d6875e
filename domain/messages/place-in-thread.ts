import { and, desc, eq } from "drizzle-orm";
import { prepareOnceFor, schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import { isOpenTicketOf } from "../tickets/index.ts";

const { messages, tickets } = schema;

export type Place = { createdAt: Date; isLate: boolean };

/** Our clock and the channel's may differ by this much without anything having been late. */
const CLOCK_TOLERANCE_MS = 5_000;
const SECOND_MS = 1_000;
/** As far back as a newer message of the channel's is looked for. */
const LOOK_BACK = 20;

const secondOf = (date: Date): number => Math.floor(date.getTime() / SECOND_MS);

/** An answer in the last millisecond of a second puts what follows it on the first of the next. */
const isInSecondFrom = (at: Date, createdAt: Date): boolean =>
  createdAt >= at && createdAt.getTime() <= secondOf(at) * SECOND_MS + SECOND_MS;

/**
 * Where a message of the channel stands among what is there: by the provider's time. Channels count in whole seconds:
 * a message of the same second as our own reply came after it, for it came just now.
 */
export async function placeInThread(
  ctx: DeskContext,
  ticket: { id: string; lastMessageId: string | null },
  incoming: { at: Date; fromMe: boolean; isHistory: boolean; isExact?: boolean },
  known: Newest[] = [],
): Promise<Place> {
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
  // Those of the same side and second that were put behind an answer stay before it, though a newer answer is there by now.
  const isBefore = ({ fromMe, createdAt }: Newest) => fromMe === incoming.fromMe && isInSecondFrom(at, createdAt);
  const before = newestThere.find(isBefore)?.createdAt;
  return { createdAt: before && before > place ? before : place, isLate };
}

export type Newest = { ticketId: string; createdAt: Date; fromMe: boolean };

/** The newest messages of the ticket that is not closed, to be asked for together with that ticket. */
export function newestOfOpenTicket(
  ctx: DeskContext,
  place: { contactId: string; connectionId: string },
): Promise<Newest[]> {
  return newest("open ticket")(ctx.db, { companyId: ctx.companyId, ...place });
}

async function newestIn(ctx: DeskContext, ticket: { id: string; lastMessageId: string | null }): Promise<Newest[]> {
  // Just made.
  if (ticket.lastMessageId === null) return [];
  return newest("ticket")(ctx.db, { companyId: ctx.companyId, ticketId: ticket.id });
}

const newest = prepareOnceFor((place: "ticket" | "open ticket") => (db, param) => {
  const open = db.select({ id: tickets.id }).from(tickets).where(isOpenTicketOf(param));
  return db
    .select({ ticketId: messages.ticketId, createdAt: messages.createdAt, fromMe: messages.fromMe })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, param("companyId")),
        eq(messages.ticketId, place === "ticket" ? param("ticketId") : open),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(LOOK_BACK);
});
