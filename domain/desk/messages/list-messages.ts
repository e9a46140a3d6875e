import { and, eq } from "drizzle-orm";
import type { MessageRow } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { inParallel, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireTicketHead, type TicketHead } from "../tickets/index.ts";
import { toMessageRow } from "./message-rows.ts";
import { selectThreadPage } from "./select-messages.ts";

const { messages, tickets } = schema;

type ThreadPage = { ticket: TicketHead; messages: MessageRow[]; hasMore: boolean };

/**
 * Returns a page of a conversation, oldest first, with its ticket: the ticket's messages, preceded by the contact's
 * earlier tickets. Either page 1, 2, … from the newest, or the messages before a given one.
 */
export async function listMessages(
  ctx: Context,
  ticketId: string,
  from: { page?: number; before?: string },
  limit = 20,
): Promise<ThreadPage> {
  const [ticket, found] = await (from.before
    ? pageBefore(ctx, ticketId, from.before, limit + 1)
    : pageAt(ctx, ticketId, (Math.max(1, from.page ?? 1) - 1) * limit, limit + 1));
  const rows = found.slice(0, limit).map((message) => toMessageRow(ctx.actor, message));
  return { ticket, messages: rows.reverse(), hasMore: found.length > limit };
}

/** Both statements share a round trip. The messages are dropped when the actor may not see the ticket. */
function pageAt(ctx: Context, ticketId: string, offset: number, limit: number) {
  return inParallel([requireTicketHead(ctx, ticketId), selectThreadPage(ctx, ticketId, { offset }, limit)]);
}

async function pageBefore(ctx: Context, ticketId: string, messageId: string, limit: number) {
  const ticket = await requireTicketHead(ctx, ticketId);
  const start = await placeOf(ctx, messageId, ticket);
  return [ticket, await selectThreadPage(ctx, ticketId, start, limit)] as const;
}

async function placeOf(ctx: Context, messageId: string, ticket: { contactId: string; number: number }) {
  const [place] = await ctx.db
    .select({ number: tickets.number, createdAt: messages.createdAt, seq: messages.seq, id: messages.id })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId), eq(tickets.contactId, ticket.contactId)),
    );
  if (!place || place.number > ticket.number) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id: messageId });
  return place;
}
