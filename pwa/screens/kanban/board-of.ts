import type { TagRef } from "../../../contracts/desk/refs.ts";
import { personWords } from "../../../contracts/phones.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import type { TicketView } from "../../../sync/client/index.ts";

/** `id` null: the lane of tickets without a kanban tag. */
export type BoardLane = { id: string | null; name: string; color: string | null; tickets: TicketView[] };
export type BoardFilter = {
  search: string;
  /** Empty: every queue; an element null: tickets without a queue. */
  queueIds: readonly (string | null)[];
  /** Empty: every agent. */
  userIds: readonly string[];
};

/** `tickets`: newest first; without `isComplete` only the newest of them. */
export type KnownTickets = { tickets: TicketView[]; isComplete: boolean };

/**
 * Merges lists that were read with a limit, newest first. A list that reached its limit may have older tickets, so
 * those older than its last one are left out: none of the others stands between the tickets that are returned.
 */
export function newestOf(lists: readonly TicketView[][], limit = Number.POSITIVE_INFINITY): KnownTickets {
  const cut = lists.filter((list) => list.length >= limit).flatMap((list) => list.at(-1) ?? []);
  const oldest = cut.sort(byNewest)[0];
  const tickets = lists.flat().sort(byNewest);
  if (!oldest) return { tickets, isComplete: true };
  return { tickets: tickets.filter((ticket) => byNewest(ticket, oldest) <= 0), isComplete: false };
}

const byNewest = (a: TicketView, b: TicketView) =>
  a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/**
 * Returns the lanes from left to right with their tickets in the given order. A ticket with several kanban tags, as
 * after a plain tag became one, stands in the first of their lanes.
 */
export function boardOf(tickets: readonly TicketView[], lanes: readonly TagRef[], openName: string): BoardLane[] {
  const board: BoardLane[] = [
    { id: null, name: openName, color: null, tickets: [] },
    ...lanes.map(({ id, name, color }) => ({ id, name, color, tickets: [] })),
  ];
  for (const ticket of tickets) {
    const lane = board.find(({ id }) => id !== null && ticket.tagIds.includes(id)) ?? board[0];
    lane?.tickets.push(ticket);
  }
  return board;
}

/** Returns the tickets that the filter accepts; a search compares names, numbers of contacts and ticket numbers. */
export function filtered(tickets: readonly TicketView[], { search, queueIds, userIds }: BoardFilter): TicketView[] {
  const words = searchWords(search);
  const person = personWords(search);
  return tickets.filter(
    (ticket) =>
      (queueIds.length === 0 || queueIds.includes(ticket.queueId)) &&
      (userIds.length === 0 || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
      (person.every((word) => ticket.search.includes(word)) ||
        words.every((word) => ticket.search.includes(word) || String(ticket.number).startsWith(word))),
  );
}
