import type { TicketView } from "../../../sync/client/index.ts";
import { raisesNotification } from "../../../sync/contracts/notifications.ts";

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

/**
 * Returns a function that compares each list with the previous one and returns the tickets with a new message; the
 * first list only sets the initial state.
 */
export function createArrivals() {
  const known = new Map<string, string>();
  let isFirst = true;
  return <T extends Waiting>(waiting: readonly T[], now: number): T[] => {
    const arrived = waiting.filter(({ id, lastMessage, lastMessageAt }) => {
      if (!lastMessage || lastMessage.fromMe || known.get(id) === lastMessage.id) return false;
      known.set(id, lastMessage.id);
      return !isFirst && now - Date.parse(lastMessageAt) < NEWS_MS;
    });
    isFirst = false;
    return arrived;
  };
}
