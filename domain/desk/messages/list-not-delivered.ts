import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { canAnswer, visibleTickets } from "../tickets/index.ts";

const { contacts, messages, tickets } = schema;
const PAGE_SIZE = 20;

export type NotDelivered = {
  id: string;
  ticketId: string;
  contactName: string;
  body: string;
  mediaType: MediaType;
  errorCode: string | null;
  createdAt: Date;
  /** Whether the actor may retry or discard it: the ticket may be a colleague's by now. */
  mayDecide: boolean;
};

/** Lists the actor's messages in visible tickets that the channel refused, newest first. */
export async function listNotDelivered(
  ctx: Context,
  { page = 1 }: { page?: number } = {},
): Promise<{ messages: NotDelivered[]; hasMore: boolean }> {
  const rows = await ctx.db
    .select({ message: messages, ticket: tickets, contactName: contacts.name })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .innerJoin(contacts, and(eq(contacts.companyId, tickets.companyId), eq(contacts.id, tickets.contactId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.userId, ctx.actor.id),
        isNotNull(messages.errorCode),
        eq(messages.isDeleted, false),
        visibleTickets(ctx.actor),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  const found = rows.map(({ message, ticket, contactName }) => ({
    id: message.id,
    ticketId: ticket.id,
    contactName,
    body: message.body,
    mediaType: message.mediaType,
    errorCode: message.errorCode,
    createdAt: message.createdAt,
    mayDecide: canAnswer(ctx.actor, ticket),
  }));
  return { messages: found.slice(0, PAGE_SIZE), hasMore: found.length > PAGE_SIZE };
}
