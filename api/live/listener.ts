import type { Socket } from "socket.io";
import type { Actor } from "../../domain/context.ts";
import { canSeeTicket } from "../../domain/tickets/index.ts";
import { type TicketScope, type TicketStatus, ticketStatuses } from "../../sync/contracts/tickets.ts";

/** Conversations one socket may have open: who opens more is no desk. */
const MOST_CHATS = 200;

/** Who is at the other end of a signed-in socket, and what they listen to. `actor` is replaced when rights change. */
export type Listener = {
  socket: Socket;
  actor: Actor;
  email: string;
  sessionId: string;
  /** Where they reach us, for addresses of files. */
  origin: string;
  notifications: boolean;
  statuses: Set<TicketStatus>;
  chats: Set<string>;
};

export const isStatus = (value: unknown): value is TicketStatus => ticketStatuses.some((status) => status === value);

export function openChat(listener: Listener, ticketId: string): void {
  listener.chats.add(ticketId);
  const [oldest] = listener.chats;
  if (listener.chats.size > MOST_CHATS && oldest) listener.chats.delete(oldest);
}

/** Listens to a ticket in that status, whatever for. */
export function listensTo(listener: Listener, ticketId: string, status: TicketStatus): boolean {
  return listener.notifications || listener.statuses.has(status) || listener.chats.has(ticketId);
}

/** What a listener is told to let go of: something they could see as it was. An open chat was checked when it was opened. */
export function knewTicket(listener: Listener, ticketId: string, scope: TicketScope): boolean {
  return listener.chats.has(ticketId) || canSeeTicket(listener.actor, scope);
}

/** Listeners who are shown exactly the same: all admins, and each other person's own sockets. */
export function groupByVisibility(listeners: Iterable<Listener>): Listener[][] {
  const groups = Map.groupBy(listeners, ({ actor }) => (actor.profile === "admin" ? "admin" : actor.id));
  return [...groups.values()];
}
