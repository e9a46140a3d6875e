import type { Socket } from "socket.io";
import { can } from "../../contracts/account/permissions.ts";
import { type TicketScope, type TicketStatus, ticketStatuses } from "../../contracts/desk/tickets.ts";
import { canSeeTicket } from "../../domain/desk/tickets/index.ts";
import type { Actor } from "../../domain/ground/context.ts";

/** Maximum of conversations that one socket may have open; the oldest is dropped. */
const MAX_CHATS = 200;

/** The user of a signed-in socket and the socket's subscriptions. `actor` is replaced when permissions change. */
export type Listener = {
  socket: Socket;
  actor: Actor;
  email: string;
  sessionId: string;
  /** Origin at which the client reaches us, for addresses of files. */
  origin: string;
  notifications: boolean;
  statuses: Set<TicketStatus>;
  chats: Set<string>;
};

export const isStatus = (value: unknown): value is TicketStatus => ticketStatuses.some((status) => status === value);

export function openChat(listener: Listener, ticketId: string): void {
  listener.chats.add(ticketId);
  const [oldest] = listener.chats;
  if (listener.chats.size > MAX_CHATS && oldest) listener.chats.delete(oldest);
}

/** Returns whether the listener subscribes to the ticket in that status, in any way. */
export function listensTo(listener: Listener, ticketId: string, status: TicketStatus): boolean {
  return listener.notifications || listener.statuses.has(status) || listener.chats.has(ticketId);
}

/**
 * Returns whether the listener could see the ticket in its earlier scope, so that its removal must be emitted. An
 * open chat was checked when it was opened.
 */
export function knewTicket(listener: Listener, ticketId: string, scope: TicketScope): boolean {
  return listener.chats.has(ticketId) || canSeeTicket(listener.actor, scope);
}

/** Groups listeners who see exactly the same: all admins, and the sockets of each other user. */
export function groupByVisibility(listeners: Iterable<Listener>): Listener[][] {
  const groups = Map.groupBy(listeners, ({ actor }) => (can.seeAllTickets(actor.profile) ? "admin" : actor.id));
  return [...groups.values()];
}
