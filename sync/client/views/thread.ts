import { liveQuery } from "dexie";
import { BehaviorSubject, combineLatest, from, map, type Observable, switchMap } from "rxjs";
import type { ThreadDocument } from "../../contracts/messages.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { ApiFetch, ThreadView } from "../desk-types.ts";
import type { CacheDatabase } from "../local/databases.ts";
import type { History } from "../local/history.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { threadMessages } from "../pending/threads.ts";
import { refusalOf } from "../refusal.ts";
import { document$ } from "./documents.ts";
import { fetchOlder } from "./older-messages.ts";

export type ThreadViewDeps = {
  documents: DocumentDatabase;
  cache: CacheDatabase;
  history: History;
  records$: Observable<OutboxRecord[]>;
  apiFetch: ApiFetch;
  userId: string;
  /** The device shows a ticket whose thread it does not have. */
  onMissing(ticketId: string): void;
};

const OLDER_AT_ONCE = 50;
type Scrolled = { shown: number; endsHere: boolean };

export function createThreadViews(deps: ThreadViewDeps) {
  const { documents, cache, history, records$, apiFetch, userId } = deps;
  const { threads } = documents.collections;
  /** How far up each conversation has been read since the desk was opened. */
  const scrolled = new Map<string, BehaviorSubject<Scrolled>>();
  const scrolledOf = (ticketId: string) => {
    const subject = scrolled.get(ticketId) ?? new BehaviorSubject<Scrolled>({ shown: 0, endsHere: false });
    scrolled.set(ticketId, subject);
    return subject;
  };

  function thread$(ticketId: string): Observable<ThreadView> {
    let asked = false;
    const older$ = scrolledOf(ticketId).pipe(
      switchMap(({ shown, endsHere }) =>
        from(liveQuery(() => (shown > 0 ? cache.history.get(ticketId) : undefined))).pipe(
          map((record) => ({ shown, endsHere, record })),
        ),
      ),
    );
    return combineLatest([document$<ThreadDocument>(threads, ticketId), older$, records$]).pipe(
      map(([thread, { shown, endsHere, record }, records]) => {
        if (!thread && !asked) {
          asked = true;
          deps.onMissing(ticketId);
        }
        const older = shown > 0 ? (record?.messages.slice(-shown) ?? []) : [];
        const commands = records.filter((command) => command.ticketId === ticketId);
        const hasOlder = record
          ? !record.complete || older.length < record.messages.length
          : (thread?.hasOlder ?? false);
        const messages = threadMessages([...older, ...(thread?.messages ?? [])], commands, userId);
        return { messages, hasOlder, endsHere: endsHere && hasOlder };
      }),
    );
  }

  /** First what this device has already, then what the server has. */
  async function loadOlder(ticketId: string): Promise<{ hasOlder: boolean; reason?: "offline" }> {
    const subject = scrolledOf(ticketId);
    const { shown } = subject.value;
    const thread = (await threads.findOne(ticketId).exec())?.toJSON() as ThreadDocument | undefined;
    const record = await history.get(ticketId);
    const stored = record?.messages.length ?? 0;
    if (stored <= shown) {
      if (record?.complete || (!record && thread && !thread.hasOlder)) return { hasOlder: false };
      const known = [...(record?.messages ?? []), ...(thread?.messages ?? [])];
      try {
        const { messages, complete } = await fetchOlder(apiFetch, ticketId, known);
        await history.put(ticketId, messages, complete);
      } catch (error) {
        if (refusalOf(error).status !== null) throw error;
        subject.next({ shown, endsHere: true });
        return { hasOlder: true, reason: "offline" };
      }
    }
    const after = await history.get(ticketId);
    const count = after?.messages.length ?? 0;
    const next = Math.min(count, shown + OLDER_AT_ONCE);
    subject.next({ shown: next, endsHere: false });
    return { hasOlder: next < count || !after?.complete };
  }

  return { thread$, loadOlder };
}
