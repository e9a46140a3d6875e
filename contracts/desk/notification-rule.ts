import type { TicketStatus } from "./tickets.ts";

/** The ticket's fields that the rule needs. */
export type NotifiedTicket = {
  status: TicketStatus;
  userId: string | null;
  isGroup: boolean;
  chatbot: boolean;
  unreadMessages: number;
};

/**
 * Returns whether a user is notified of an incoming message in a visible ticket: unread, the ticket is theirs or
 * unassigned, no group, no bot, and not currently open. The rule holds for open tabs, sound, the bell and push.
 */
export function raisesNotification(ticket: NotifiedTicket, userId: string, isViewed = false): boolean {
  if (isViewed || ticket.unreadMessages === 0 || ticket.status === "closed") return false;
  if (ticket.isGroup || ticket.chatbot) return false;
  return ticket.userId === null || ticket.userId === userId;
}
