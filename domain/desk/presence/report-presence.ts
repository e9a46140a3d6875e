import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import type { PresenceReport } from "../../../contracts/presence.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { phoneMatchKey } from "../contacts/index.ts";
import type { ChannelParty } from "../messages/index.ts";
import { canAnswer, requireTicket } from "../tickets/index.ts";
import { notifyPresence, type PresenceNotice } from "./notices.ts";

const { messages, tickets, contacts, contactAddresses } = schema;

/** Publishes that the actor's device shows a visible ticket, is typing in it, or has left it. Nothing is stored. */
export async function reportPresence(ctx: Context, report: PresenceReport, device: string): Promise<void> {
  const { companyId, actor } = ctx;
  const ticket = await requireTicket(ctx, report.ticketId);
  const { status, queueId, userId, contactId, connectionId } = ticket;
  const mayAnswer = status !== "closed" && connectionId !== null && canAnswer(actor, ticket);
  const chatKey = mayAnswer ? await chatOf(ctx, ticket.id) : null;
  await notifyPresence(ctx.db, {
    companyId,
    ticketId: ticket.id,
    scope: { status, queueId, userId, contactId },
    who: { userId: actor.id, name: actor.name, device },
    state: report.state,
    answers: connectionId && chatKey ? { connectionId, chatKey } : null,
  });
}

async function chatOf(ctx: DeskContext, ticketId: string): Promise<string | null> {
  const [last] = await ctx.db
    .select({ chatKey: messages.chatKey })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, ticketId), isNotNull(messages.chatKey)))
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(1);
  return last?.chatKey ?? null;
}

/** Publishes that the customer is typing or has stopped, to the users at the ticket, if there is one. */
export async function reportContactTyping(
  ctx: DeskContext,
  typing: { connectionId: string; party: ChannelParty; isTyping: boolean },
): Promise<void> {
  const { lid, phone } = typing.party;
  const [kind, matchKey] = lid ? ["lid" as const, lid] : ["phone" as const, phoneMatchKey(phone ?? "")];
  const [found] = await ctx.db
    .select({
      ticketId: tickets.id,
      status: tickets.status,
      queueId: tickets.queueId,
      userId: tickets.userId,
      contactId: tickets.contactId,
      name: contacts.name,
    })
    .from(contactAddresses)
    .innerJoin(contacts, and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contactAddresses.contactId)))
    .innerJoin(
      tickets,
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, contacts.id),
        eq(tickets.connectionId, typing.connectionId),
        ne(tickets.status, "closed"),
      ),
    )
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.kind, kind),
        eq(contactAddresses.matchKey, matchKey),
      ),
    )
    .limit(1);
  if (!found) return;
  const { ticketId, name, ...scope } = found;
  const notice: PresenceNotice = {
    companyId: ctx.companyId,
    ticketId,
    scope,
    who: { userId: null, name, device: "" },
    state: typing.isTyping ? "typing" : "gone",
    answers: null,
  };
  await notifyPresence(ctx.db, notice);
}
