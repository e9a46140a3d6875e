import { raisesNotification } from "../../../contracts/desk/notification-rule.ts";
import type { TicketView } from "../../../sync/client/index.ts";

/**
 * Older messages arrived while the app was closed: the bell counts them, but no sound or desktop notification
 * follows.
 */
const NEWS_MS = 5 * 60_000;

export type Waiting = Pick<
  TicketView,
  | "id"
  | "status"
  | "userId"
  | "isGroup"
  | "chatbot"
  | "unreadMessages"
  | "contactName"
  | "lastMessage"
  | "lastMessageAt"
>;

/** Returns the tickets that wait for this user, newest first. */
export function waitingFor<T extends Waiting>(userId: string, tickets: readonly T[]): T[] {
  return tickets
    .filter((ticket) => raisesNotification(ticket, userId))
    .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt));
}

/** The newest message of a conversation, with a key that no other message has. */
type Newest = { key: string; at: string };

/** Returns null when the newest message is our own. */
export const newestOfTicket = ({ lastMessage, lastMessageAt }: Waiting): Newest | null =>
  lastMessage && !lastMessage.fromMe ? { key: lastMessage.id, at: lastMessageAt } : null;

/**
 * Returns a function that compares each list with the previous one and returns the conversations with a new message;
 * the first list only sets the initial state. `newestOf`: null when the newest message is the user's own.
 */
export function createArrivals<T extends { id: string }>(newestOf: (conversation: T) => Newest | null) {
  const known = new Map<string, string>();
  let isFirst = true;
  return (waiting: readonly T[], now: number): T[] => {
    const arrived = waiting.filter((conversation) => {
      const newest = newestOf(conversation);
      if (!newest || known.get(conversation.id) === newest.key) return false;
      known.set(conversation.id, newest.key);
      return !isFirst && now - Date.parse(newest.at) < NEWS_MS;
    });
    isFirst = false;
    return arrived;
  };
}
