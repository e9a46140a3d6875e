import { and, eq, gt } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { type MediaType, wordsOf } from "../../sync/contracts/messages.ts";
import { type PushPayload, raisesNotification } from "../../sync/contracts/notifications.ts";
import type { DeskContext } from "../context.ts";
import { canSeeTicket, isHiddenFrom } from "../tickets/index.ts";
import { loadActor } from "../users/index.ts";
import type { SubscriptionRow } from "./subscriptions.ts";

const { messages, tickets, contacts, pushSubscriptions, pushSettings, sessions } = schema;

/** Symbols for messages without text, the same in every language. */
const signs: Partial<Record<MediaType, string>> = {
  image: "📷",
  audio: "🎤",
  video: "🎬",
  document: "📄",
  sticker: "🏷️",
  vcard: "👤",
  contactMessage: "👤",
  locationMessage: "📍",
};

export type Push = { subscription: SubscriptionRow; payload: PushPayload };

/**
 * Returns the browsers to notify of a message and their payloads, by the current state. `isAt`: whether the user has
 * the ticket open.
 */
export async function pushesFor(
  ctx: DeskContext,
  messageId: string,
  isAt: (userId: string, ticketId: string) => boolean,
): Promise<Push[]> {
  const [found] = await ctx.db
    .select({ message: messages, ticket: tickets, name: contacts.name })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .innerJoin(contacts, and(eq(contacts.companyId, tickets.companyId), eq(contacts.id, tickets.contactId)))
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId)));
  if (!found || found.message.fromMe || found.message.isDeleted) return [];
  const { message, ticket, name } = found;
  const rows = await ctx.db
    .select({ subscription: pushSubscriptions, settings: pushSettings })
    .from(pushSubscriptions)
    .innerJoin(
      sessions,
      and(
        eq(sessions.companyId, pushSubscriptions.companyId),
        eq(sessions.id, pushSubscriptions.sessionId),
        gt(sessions.expiresAt, ctx.now),
      ),
    )
    .leftJoin(
      pushSettings,
      and(eq(pushSettings.companyId, ctx.companyId), eq(pushSettings.userId, pushSubscriptions.userId)),
    )
    .where(and(eq(pushSubscriptions.companyId, ctx.companyId), eq(pushSubscriptions.isEnabled, true)));
  const pushes: Push[] = [];
  const asked = { ...ticket, chatbot: ticket.isBot };
  for (const [userId, own] of Map.groupBy(rows, (row) => row.subscription.userId)) {
    const settings = own[0]?.settings;
    const wants = ticket.userId === userId ? (settings?.mine ?? true) : (settings?.waiting ?? true);
    if (!wants || !raisesNotification(asked, userId, isAt(userId, ticket.id))) continue;
    const actor = await loadActor(ctx.db, ctx.companyId, userId);
    if (!actor || !canSeeTicket(actor, ticket)) continue;
    const showsWords = (settings?.preview ?? true) && !isHiddenFrom(actor, message, ticket);
    const text = showsWords ? wordsOf(message.body, message.mediaType) || (signs[message.mediaType] ?? "") : "";
    for (const { subscription } of own) pushes.push({ subscription, payload: { name, text, ticketId: ticket.id } });
  }
  return pushes;
}
