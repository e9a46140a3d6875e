import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { type MediaType, wordsOf } from "../../../contracts/desk/messages.ts";
import { type PushPayload, raisesNotification } from "../../../contracts/desk/notifications.ts";
import { schema } from "../../../db/index.ts";
import { loadActor } from "../../account/users/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { canSeeTicket } from "../tickets/index.ts";
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
  // As in the list: an answer to a question of the desk, such as a menu's number, says nothing to an agent.
  const shown = message.answerTo === null ? message : await lastShown(ctx, ticket.id);
  const pushes: Push[] = [];
  const asked = { ...ticket, chatbot: ticket.isBot };
  for (const [userId, { subscriptions, settings }] of await wishesOf(ctx)) {
    const wants = ticket.userId === userId ? settings.mine : settings.waiting;
    if (!wants || !raisesNotification(asked, userId, isAt(userId, ticket.id))) continue;
    const actor = await loadActor(ctx.db, ctx.companyId, userId);
    if (!actor || !canSeeTicket(actor, ticket)) continue;
    const text = settings.preview && shown ? pushText(shown) : "";
    for (const subscription of subscriptions)
      pushes.push({ subscription, payload: { name, text, ticketId: ticket.id } });
  }
  return pushes;
}

/** Returns the contact's last message that answers no question of the desk. */
async function lastShown(ctx: DeskContext, ticketId: string) {
  const [last] = await ctx.db
    .select({ body: messages.body, mediaType: messages.mediaType })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.ticketId, ticketId),
        eq(messages.fromMe, false),
        eq(messages.isDeleted, false),
        isNull(messages.answerTo),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(1);
  return last;
}

/** Returns a message as one line of text, or the symbol of its kind. */
export const pushText = ({ body, mediaType }: { body: string; mediaType: MediaType }): string =>
  wordsOf(body, mediaType) || (signs[mediaType] ?? "");

type Wishes = { subscriptions: SubscriptionRow[]; settings: { mine: boolean; waiting: boolean; preview: boolean } };

/** Returns the browsers of each user that may be notified, with the user's switches, which are on by default. */
export async function wishesOf(ctx: DeskContext): Promise<Map<string, Wishes>> {
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
  const byUser = Map.groupBy(rows, ({ subscription }) => subscription.userId);
  return new Map(
    [...byUser].map(([userId, own]) => [
      userId,
      {
        subscriptions: own.map(({ subscription }) => subscription),
        settings: own[0]?.settings ?? { mine: true, waiting: true, preview: true },
      },
    ]),
  );
}
