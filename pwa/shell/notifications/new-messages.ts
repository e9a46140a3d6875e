import type { TicketView } from "../../../sync/client/index.ts";
import { raisesNotification } from "../../../sync/contracts/notifications.ts";

/** Older ones came while nobody was here: the bell counts them, but nobody is called. */
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

/** What waits for this person, newest first. */
export function waitingFor<T extends Waiting>(userId: string, tickets: readonly T[]): T[] {
  return tickets
    .filter((ticket) => raisesNotification(ticket, userId))
    .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt));
}

/** Tells of each list which tickets have got a message since the one before; the first list is how things stood. */
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
