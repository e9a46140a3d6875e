import { and, desc, eq, gt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { recordEvent, saveBot, sayCompletion, type TicketRow } from "../tickets/index.ts";

const { messages, tickets, ticketBots, ticketRatings } = schema;

/** How long an answer counts as a rating. */
const AWAITED_MS = 24 * 3_600_000;

/** Returns the rating in a text: 1, 2 or 3, alone or at the start of a word ("3!", "2️⃣", "1-ruim"). */
export function ratingIn(text: string): number | undefined {
  const digit = /^\*?([123])(?!\d)\S*$/u.exec(text.trim())?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** A rating of the closed ticket and of the user who closed it. */
export type GivenRating = { ticket: TicketRow; userId: string | null; rating: number };

/**
 * Returns the rating that a contact's text gives, if one was requested and no agent has written since. The ticket is
 * locked.
 */
export async function findGivenRating(
  ctx: DeskContext,
  place: { contactId: string; connectionId: string },
  { text, at }: { text: string; at: Date },
): Promise<GivenRating | undefined> {
  const rating = ratingIn(text);
  if (rating === undefined) return undefined;
  const since = new Date(at.getTime() - AWAITED_MS);
  const [found] = await ctx.db
    .select({ ticket: tickets, userId: ticketBots.ratingUserId })
    .from(tickets)
    .innerJoin(
      ticketBots,
      and(
        eq(ticketBots.companyId, tickets.companyId),
        eq(ticketBots.ticketId, tickets.id),
        gt(ticketBots.ratingAskedAt, since),
      ),
    )
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, place.contactId),
        eq(tickets.connectionId, place.connectionId),
        sql`not exists (select 1 from ${messages} later where later.company_id = ${ctx.companyId}
          and later.contact_id = ${tickets.contactId} and later.connection_id = ${tickets.connectionId}
          and later.from_me and later.created_at > ${ticketBots.ratingAskedAt})`,
      ),
    )
    .orderBy(desc(ticketBots.ratingAskedAt))
    .limit(1)
    .for("no key update", { of: tickets });
  return found && { ...found, rating };
}

/** Stores the rating of the user who closed the ticket; `thanks`: and sends the completion message. */
export async function takeRating(
  ctx: DeskContext,
  { ticket, userId, rating }: GivenRating,
  thanks: boolean,
): Promise<void> {
  await ctx.db
    .insert(ticketRatings)
    .values({ companyId: ctx.companyId, id: uuidv7(), ticketId: ticket.id, userId, rating, at: ctx.now });
  await recordEvent(ctx, ticket.id, "rated", { rating });
  await saveBot(ctx, ticket.id, { ratingAskedAt: null, ratingUserId: null });
  if (thanks) await sayCompletion(ctx, ticket);
}
