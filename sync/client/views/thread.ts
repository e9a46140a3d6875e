import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from "rxjs";
import type { MessageRow, ThreadDocument } from "../../../contracts/desk/messages.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { ApiFetch, MessageView, ThreadView } from "../desk-types.ts";
import type { CacheDatabase } from "../local/databases.ts";
import type { History } from "../local/history.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { type ForwardCommand, forwardedMessages } from "../pending/forwards.ts";
import { threadMessages } from "../pending/threads.ts";
import { refusalOf } from "../refusal.ts";
import { ticketThreads } from "../thread-kinds.ts";
import { document$, documentsById$ } from "./documents.ts";
import { fetchOlder } from "./older-messages.ts";
import { createOlderPages } from "./older-pages.ts";

export type ThreadViewDeps = {
  documents: DocumentDatabase;
  cache: CacheDatabase;
  history: History<MessageRow>;
  records$: Observable<OutboxRecord[]>;
  apiFetch: ApiFetch;
  userId: string;
  /** Called when the device shows a ticket whose thread it does not have. */
  onMissing(ticketId: string): void;
};

export function createThreadViews(deps: ThreadViewDeps) {
  const { documents, cache, history, records$, apiFetch, userId } = deps;
  const { threads, tickets } = documents.collections;
  const { older$, loadOlder } = createOlderPages({
    cache,
    history,
    kind: ticketThreads,
    thread: async (id) => (await threads.findOne(id).exec())?.toJSON() as ThreadDocument | undefined,
    fetchOlder: (id, known) => fetchOlder(apiFetch, id, known),
  });

  function thread$(ticketId: string): Observable<ThreadView> {
    let asked = false;
    const sources = [
      document$<ThreadDocument>(threads, ticketId),
      older$(ticketId),
      records$,
      forwarded$(ticketId),
    ] as const;
    return combineLatest(sources).pipe(
      map(([thread, older, records, forwarded]) => {
        if (!thread && !asked) {
          asked = true;
          deps.onMissing(ticketId);
        }
        const commands = records.filter((command) => command.ticketId === ticketId);
        const hasOlder = older.hasOlder ?? thread?.hasOlder ?? false;
        const shown = threadMessages([...older.rows, ...(thread?.messages ?? [])], commands, userId);
        const known = new Set(shown.map(({ id }) => id));
        const messages = [...shown, ...forwarded.filter(({ id }) => !known.has(id))];
        const isKnown = thread !== null || commands.some(({ type }) => type === "ticket.create");
        return { messages, hasOlder, endsHere: older.endsHere && hasOlder, isKnown };
      }),
    );
  }

  /** Messages that this device forwards to the ticket's contact and the server does not show yet. */
  function forwarded$(ticketId: string): Observable<MessageView[]> {
    const commands$ = records$.pipe(
      map((records) => records.filter((record): record is ForwardCommand => record.type === "message.forward")),
      distinctUntilChanged((a, b) => a.length === 0 && b.length === 0),
    );
    return commands$.pipe(
      switchMap((commands) => {
        if (commands.length === 0) return of([]);
        const sourceIds = commands.map(({ payload }) => payload.ticketId);
        return combineLatest([
          document$<TicketDocument>(tickets, ticketId),
          documentsById$<ThreadDocument>(threads, sourceIds),
        ]).pipe(
          map(([ticket, sources]) => {
            if (!ticket || ticket.status === "closed") return [];
            const rows = [...sources.values()].flatMap(({ messages }) => messages);
            const known = new Map(rows.map((row) => [row.id, row]));
            return commands.flatMap((command) => forwardedMessages(command, ticket, known, userId));
          }),
        );
      }),
    );
  }

  /** Reads a page before the known messages from the server, without storing or showing it. Null: no network. */
  async function readOlder(ticketId: string, known: readonly MessageRow[]) {
    try {
      return await fetchOlder(apiFetch, ticketId, known);
    } catch (error) {
      if (refusalOf(error).status !== null) throw error;
      return null;
    }
  }

  return { thread$, loadOlder, readOlder };
}
