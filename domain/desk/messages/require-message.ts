import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import type { MessageRowDb } from "../outbox/index.ts";
import { canAnswer, readableMessages, requireLockedTicket, type TicketRow, visibleTickets } from "../tickets/index.ts";

const { messages, tickets } = schema;

export const one = (ctx: DeskContext, id: string) => and(eq(messages.companyId, ctx.companyId), eq(messages.id, id));

/**
 * Returns the message and its ticket if the actor may see the ticket and write in it. Locks the ticket first, then
 * the message, as everywhere.
 */
export async function requireWritableMessage(
  ctx: Context,
  id: string,
): Promise<{ message: MessageRowDb; ticket: TicketRow }> {
  const [found] = await ctx.db.select({ ticketId: messages.ticketId }).from(messages).where(one(ctx, id));
  if (!found) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
  const ticket = await requireLockedTicket(ctx, found.ticketId).catch((error: unknown) => {
    throw error instanceof DomainError ? new DomainError("ERR_NO_MESSAGE_FOUND", { id }) : error;
  });
  const [message] = await ctx.db.select().from(messages).where(one(ctx, id)).for("no key update");
  if (!message) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
  if (!canAnswer(ctx.actor, ticket)) throw new DomainError("ERR_NO_PERMISSION", { id });
  return { message, ticket };
}

/** Returns the message with its text if the actor may read it. */
export async function requireReadableMessage(ctx: Context, id: string): Promise<MessageRowDb> {
  const [found] = await ctx.db
    .select({ message: messages })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(and(one(ctx, id), visibleTickets(ctx.actor), readableMessages(ctx.actor)));
  if (!found) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
  return found.message;
}
