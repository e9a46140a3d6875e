import { auditTime, combineLatestWith, map, merge, type Observable, startWith, switchMap } from "rxjs";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { personWords } from "../../../contracts/phones.ts";
import { searchable } from "../../../contracts/search-text.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { SearchView, TicketView } from "../desk-types.ts";
import type { SearchHits, SearchQuestion } from "../search/search-index.ts";

export type SearchViewDeps = {
  documents: DocumentDatabase;
  search(question: SearchQuestion): Promise<SearchHits>;
  /** Tickets of the outbox, and pulled tickets as they are shown. */
  touched$: Observable<ReadonlyMap<string, TicketView>>;
  shown(ticket: TicketDocument): TicketView;
};

/** Searches again after writes, at most this often. */
const LOOK_AGAIN_MS = 1_000;

export function createSearchView({ documents, search, touched$, shown }: SearchViewDeps) {
  const { tickets, threads, contacts } = documents.collections;
  const written$ = merge(tickets.$, threads.$, contacts.$).pipe(auditTime(LOOK_AGAIN_MS), startWith(null));

  function search$(question: SearchQuestion): Observable<SearchView> {
    return written$.pipe(
      switchMap(async () => {
        const began = performance.now();
        const hits = await search(question);
        return { hits, tookMs: performance.now() - began };
      }),
      combineLatestWith(touched$),
      map(([{ hits, tookMs }, touched]) => {
        const view = (ticket: TicketDocument) => touched.get(ticket.id) ?? shown(ticket);
        const around = new Map(hits.around.map((ticket) => [ticket.id, view(ticket)]));
        return {
          tickets: [...madeHere(touched, question), ...hits.tickets.map(view)],
          contacts: hits.contacts,
          messages: hits.messages.flatMap((hit) => {
            const ticket = around.get(hit.ticketId);
            return ticket ? [{ ...hit, ticket }] : [];
          }),
          tookMs,
        };
      }),
    );
  }

  return { search$ };
}

/** Conversations started on this device that the server does not show yet: no index has them. */
function madeHere(touched: ReadonlyMap<string, TicketView>, { text, tagIds, userIds, queueIds }: SearchQuestion) {
  const words = personWords(text);
  if (tagIds?.length) return [];
  return [...touched.values()].filter(
    (ticket) =>
      ticket.rev === 0 &&
      (!queueIds || queueIds.includes(ticket.queueId)) &&
      (!userIds?.length || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
      words.every((word) => searchable(ticket.contactName, ticket.contactNumber).includes(word)),
  );
}
