import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap, tap } from "rxjs";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import { matchesFilter, ticketsQuery } from "../cache/queries.ts";
import type { DeviceDesk, TicketCounts, TicketFilter, TicketView } from "../desk-types.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { type Overlay, ticketView } from "../pending/tickets.ts";
import { document$, documents$, documentsById$ } from "./documents.ts";

export type TicketViewDeps = {
  tags$: Observable<TagRef[]>;
  documents: DocumentDatabase;
  records$: Observable<OutboxRecord[]>;
  userId: string;
  userName: string;
  /** Whether the list starts with other users' open tickets. */
  showAllAtFirst: boolean;
  /** Called when a list that a screen shows has rows. */
  onRows?: () => void;
};

/** Extra rows queried beyond the limit, so that the list stays full when the overlay removes some. */
const SPARE = 20;

export function createTicketViews(deps: TicketViewDeps) {
  const { documents, records$, tags$, userId, userName, showAllAtFirst, onRows } = deps;
  const { tickets, contacts } = documents.collections;

  const kanban$ = tags$.pipe(
    map((tags) => tags.filter((tag) => tag.isKanban).map(({ id }) => id)),
    distinctUntilChanged((a, b) => a.join() === b.join()),
    map((ids) => (tagId: string) => ids.includes(tagId)),
  );

  /** Every ticket in the outbox as it is shown, whatever list it was pulled into. */
  const touched$: Observable<ReadonlyMap<string, TicketView>> = records$.pipe(
    map((records) => ({ records, commands: byTicket(records) })),
    switchMap(({ records, commands }) => {
      if (commands.size === 0) return of(new Map<string, TicketView>());
      const contactIds = [...commands.values()]
        .flat()
        .map(contactOf)
        .filter((id) => id !== null);
      return combineLatest([
        documentsById$(tickets, [...commands.keys()]),
        documentsById$<ContactDocument>(contacts, contactIds),
        kanban$,
      ]).pipe(
        map(([pulled, known, isKanban]) => {
          const contact: Overlay["contact"] = (id) => known.get(id) ?? writtenContact(records, id);
          const overlay: Overlay = { userId, userName, contact, isKanban };
          const views = new Map<string, TicketView>();
          for (const [id, list] of commands) {
            const view = ticketView(pulled.get(id) ?? null, list, overlay);
            if (view) views.set(id, view);
          }
          return views;
        }),
      );
    }),
  );

  function tickets$(filter: TicketFilter): Observable<TicketView[]> {
    const { limit, order } = filter;
    // Indexes are not walked backwards: the oldest are known only after reading all.
    const isWindow = limit !== undefined && order !== "oldestFirst";
    const query = ticketsQuery(filter, userId, isWindow ? limit + SPARE : undefined);
    return combineLatest([documents$<TicketDocument>(tickets, query), touched$]).pipe(
      map(([pulled, touched]) => {
        const rest = pulled.filter((ticket) => !touched.has(ticket.id)).map(untouched);
        const mine = [...touched.values()].filter((ticket) => matchesFilter(ticket, filter, userId));
        if (order === "oldestFirst") return [...mine, ...rest].sort(byAge);
        return mine.length === 0 ? rest : [...mine, ...rest].sort(bySortKey);
      }),
      map((list) => (limit === undefined ? list : list.slice(0, limit))),
      tap((list) => limit !== undefined && list.length > 0 && onRows?.()),
    );
  }

  function counts$(asked: Parameters<DeviceDesk["counts$"]>[0] = {}): Observable<TicketCounts> {
    const filter = { showAll: showAllAtFirst, ...asked };
    return combineLatest([tickets$({ ...filter, status: "open" }), tickets$({ ...filter, status: "pending" })]).pipe(
      map(([open, pending]) => {
        const groups = (list: TicketView[]) => list.filter((ticket) => ticket.isGroup).length;
        const withBot = pending.filter((ticket) => ticket.chatbot && !ticket.isGroup).length;
        return {
          open: open.length - groups(open),
          pending: pending.length - groups(pending) - withBot,
          withBot,
          groupsOpen: groups(open),
          groupsPending: groups(pending),
          groupsUnread: [...open, ...pending].filter((ticket) => ticket.isGroup && ticket.unreadMessages > 0).length,
        };
      }),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    );
  }

  function ticket$(id: string): Observable<TicketView | null> {
    return combineLatest([document$<TicketDocument>(tickets, id), touched$]).pipe(
      map(([pulled, touched]) => touched.get(id) ?? (pulled && untouched(pulled))),
      distinctUntilChanged(),
    );
  }

  return { tickets$, counts$, ticket$, touched$ };
}

const untouchedViews = new WeakMap<TicketDocument, TicketView>();

/** Returns the view of a ticket without pending commands, the same object for the same document. */
export function untouched(ticket: TicketDocument): TicketView {
  const view = untouchedViews.get(ticket) ?? {
    ...ticket,
    pending: [],
    failed: 0,
    queued: 0,
    unsentNotes: [],
    unsentTags: [],
  };
  untouchedViews.set(ticket, view);
  return view;
}

const bySortKey = (a: TicketDocument, b: TicketDocument) =>
  a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : a.id < b.id ? -1 : 1;

/** Longest waiting first; those that nobody waits in follow, newest message first. */
function byAge(a: TicketDocument, b: TicketDocument): number {
  const [one, other] = [a.waitingSince, b.waitingSince];
  if (one === other) return bySortKey(a, b);
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

function byTicket(records: readonly OutboxRecord[]): ReadonlyMap<string, OutboxRecord[]> {
  const commands = new Map<string, OutboxRecord[]>();
  for (const record of records) {
    if (record.ticketId === null) continue;
    const list = commands.get(record.ticketId) ?? [];
    commands.set(record.ticketId, [...list, record]);
  }
  return commands;
}

function contactOf(record: OutboxRecord): string | null {
  return record.type === "ticket.create" ? record.payload.contactId : null;
}

/** A contact created on this device that the server does not show yet. */
function writtenContact(records: readonly OutboxRecord[], id: string) {
  for (const { id: made, type, payload } of records) {
    if (type === "contact.create" && made === id)
      return { name: payload.name, number: payload.number.replace(/^\+/, ""), isGroup: false, profilePicUrl: "" };
  }
}
