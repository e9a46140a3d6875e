import { and, desc, eq, gt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import { recordEvent, saveBot, sayCompletion, type TicketRow } from "../tickets/index.ts";

const { messages, tickets, ticketBots, ticketRatings } = schema;

/** So long an answer counts. */
const AWAITED_MS = 24 * 3_600_000;

/** The rating that a text gives: 1, 2 or 3 alone, or a word that begins with it ("3!", "2️⃣", "1-ruim"). */
export function ratingIn(text: string): number | undefined {
  const digit = /^\*?([123])(?!\d)\S*$/u.exec(text.trim())?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** Of the ticket that was closed, and of whoever closed it. */
export type Opinion = { ticket: TicketRow; userId: string | null; rating: number };

/**
 * What a contact's text says of the service, where that was asked; the ticket is locked. Once somebody of ours has
 * written since, an answer is to that.
 */
export async function findOpinion(
  ctx: DeskContext,
  place: { contactId: string; connectionId: string },
  { text, at }: { text: string; at: Date },
): Promise<Opinion | undefined> {
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
        sql`not exists (select 1 from ${messages} later where later.company_id = ${tickets.companyId}
          and later.contact_id = ${tickets.contactId} and later.connection_id = ${tickets.connectionId}
          and later.from_me and later.created_at > ${ticketBots.ratingAskedAt})`,
      ),
    )
    .orderBy(desc(ticketBots.ratingAskedAt))
    .limit(1)
    .for("no key update", { of: tickets });
  return found && { ...found, rating };
}

/** Keeps the contact's opinion of whoever had closed the ticket; `thanks`: and says the completion text for it. */
export async function takeRating(
  ctx: DeskContext,
  { ticket, userId, rating }: Opinion,
  thanks: boolean,
): Promise<void> {
  await ctx.db
    .insert(ticketRatings)
    .values({ companyId: ctx.companyId, id: uuidv7(), ticketId: ticket.id, userId, rating, at: ctx.now });
  await recordEvent(ctx, ticket.id, "rated", { rating });
  await saveBot(ctx, ticket.id, { ratingAskedAt: null, ratingUserId: null });
  if (thanks) await sayCompletion(ctx, ticket);
}
