import { liveQuery } from "dexie";
import { BehaviorSubject, combineLatest, distinctUntilChanged, from, map, type Observable, of, switchMap } from "rxjs";
import { compareMessages, type MessageRow, type ThreadDocument } from "../../contracts/messages.ts";
import type { TicketDocument } from "../../contracts/tickets.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { ApiFetch, MessageView, ThreadView } from "../desk-types.ts";
import type { CacheDatabase, HistoryRecord } from "../local/databases.ts";
import type { History } from "../local/history.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { type ForwardCommand, forwardedMessages } from "../pending/forwards.ts";
import { threadMessages } from "../pending/threads.ts";
import { refusalOf } from "../refusal.ts";
import { document$, documentsById$ } from "./documents.ts";
import { fetchOlder } from "./older-messages.ts";

export type ThreadViewDeps = {
  documents: DocumentDatabase;
  cache: CacheDatabase;
  history: History;
  records$: Observable<OutboxRecord[]>;
  apiFetch: ApiFetch;
  userId: string;
  /** Called when the device shows a ticket whose thread it does not have. */
  onMissing(ticketId: string): void;
};

const OLDER_AT_ONCE = 50;
/** `from`: the oldest message shown. With a count, the oldest would vanish each time a message leaves the tail. */
type Scrolled = { from: MessageRow | null; endsHere: boolean };

export function createThreadViews(deps: ThreadViewDeps) {
  const { documents, cache, history, records$, apiFetch, userId } = deps;
  const { threads, tickets } = documents.collections;
  /** How far up each conversation was read since the app was opened. */
  const scrolled = new Map<string, BehaviorSubject<Scrolled>>();
  const scrolledOf = (ticketId: string) => {
    const subject = scrolled.get(ticketId) ?? new BehaviorSubject<Scrolled>({ from: null, endsHere: false });
    scrolled.set(ticketId, subject);
    return subject;
  };

  function thread$(ticketId: string): Observable<ThreadView> {
    let asked = false;
    const older$ = scrolledOf(ticketId).pipe(
      switchMap(({ from: oldest, endsHere }) =>
        from(liveQuery(() => (oldest ? cache.history.get(ticketId) : undefined))).pipe(
          map((record) => ({ oldest, endsHere, record })),
        ),
      ),
    );
    return combineLatest([document$<ThreadDocument>(threads, ticketId), older$, records$, forwarded$(ticketId)]).pipe(
      map(([thread, { oldest, endsHere, record }, records, forwarded]) => {
        if (!thread && !asked) {
          asked = true;
          deps.onMissing(ticketId);
        }
        const older = oldest && record ? shownOf(record, oldest) : [];
        const commands = records.filter((command) => command.ticketId === ticketId);
        const hasOlder = record
          ? !record.complete || older.length < record.messages.length
          : (thread?.hasOlder ?? false);
        const shown = threadMessages([...older, ...(thread?.messages ?? [])], commands, userId);
        const known = new Set(shown.map(({ id }) => id));
        const messages = [...shown, ...forwarded.filter(({ id }) => !known.has(id))];
        return { messages, hasOlder, endsHere: endsHere && hasOlder };
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

  /** Loads from this device first, then from the server. */
  async function loadOlder(ticketId: string): Promise<{ hasOlder: boolean; reason?: "offline" }> {
    const subject = scrolledOf(ticketId);
    const thread = (await threads.findOne(ticketId).exec())?.toJSON() as ThreadDocument | undefined;
    let record = await history.get(ticketId);
    const shown = record && subject.value.from ? shownOf(record, subject.value.from).length : 0;
    if (shown >= (record?.messages.length ?? 0)) {
      if (record?.complete || (!record && thread && !thread.hasOlder)) return { hasOlder: false };
      const known = [...(record?.messages ?? []), ...(thread?.messages ?? [])];
      try {
        const { messages, complete } = await fetchOlder(apiFetch, ticketId, known);
        await history.put(ticketId, messages, complete);
      } catch (error) {
        if (refusalOf(error).status !== null) throw error;
        subject.next({ ...subject.value, endsHere: true });
        return { hasOlder: true, reason: "offline" };
      }
      record = await history.get(ticketId);
    }
    const stored = record?.messages ?? [];
    const from = stored.at(-Math.min(stored.length, shown + OLDER_AT_ONCE)) ?? null;
    subject.next({ from, endsHere: false });
    return { hasOlder: stored[0] !== from || !record?.complete };
  }

  return { thread$, loadOlder };
}

const shownOf = (record: HistoryRecord, oldest: MessageRow) =>
  record.messages.filter((row) => compareMessages(row, oldest) >= 0);
