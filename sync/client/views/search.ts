import { auditTime, combineLatest, map, merge, type Observable, startWith, switchMap } from "rxjs";
import type { ContactDocument } from "../../contracts/contacts.ts";
import { searchable, searchWords, type TicketDocument } from "../../contracts/tickets.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { SearchView, TicketView } from "../desk-types.ts";
import type { SearchHits, SearchQuestion } from "../search/search-index.ts";
import { documentsById$ } from "./documents.ts";

export type SearchViewDeps = {
  documents: DocumentDatabase;
  search(question: SearchQuestion): Promise<SearchHits>;
  /** Those of the outbox, and those pulled as they are shown. */
  touched$: Observable<ReadonlyMap<string, TicketView>>;
  shown(ticket: TicketDocument): TicketView;
};

/** What is found is looked for again when something was written, but not at every write. */
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
      switchMap(({ hits, tookMs }) => {
        const ids = [...hits.ticketIds, ...hits.messages.map((message) => message.ticketId)];
        return combineLatest([
          documentsById$<TicketDocument>(tickets, ids),
          documentsById$<ContactDocument>(contacts, hits.contactIds),
          touched$,
        ]).pipe(
          map(([pulled, known, touched]) => {
            const ticketOf = (id: string) => {
              const document = pulled.get(id);
              return touched.get(id) ?? (document && shown(document));
            };
            return {
              tickets: [...madeHere(touched, question), ...hits.ticketIds.map(ticketOf).filter(isThere)],
              contacts: hits.contactIds.map((id) => known.get(id)).filter(isThere),
              messages: hits.messages
                .map((hit) => ({ ...hit, ticket: ticketOf(hit.ticketId) }))
                .filter((hit): hit is SearchView["messages"][number] => isThere(hit.ticket)),
              tookMs,
            };
          }),
        );
      }),
    );
  }

  return { search$ };
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

/** Conversations started on this device that the server has not shown yet: no index holds them. */
function madeHere(touched: ReadonlyMap<string, TicketView>, { text, tagIds, userIds, queueIds }: SearchQuestion) {
  const words = searchWords(text);
  if (tagIds?.length) return [];
  return [...touched.values()].filter(
    (ticket) =>
      ticket.rev === 0 &&
      (!queueIds || queueIds.includes(ticket.queueId)) &&
      (!userIds?.length || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
      words.every((word) => searchable(ticket.contactName, ticket.contactNumber).includes(word)),
  );
}
