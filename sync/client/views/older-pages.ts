import { liveQuery } from "dexie";
import { BehaviorSubject, from, map, type Observable, switchMap } from "rxjs";
import type { CacheDatabase, HistoryRecord } from "../local/databases.ts";
import type { History } from "../local/history.ts";
import { refusalOf } from "../refusal.ts";
import type { Thread, ThreadKind, ThreadRow } from "../thread-kinds.ts";

export type OlderPagesDeps<Row extends ThreadRow> = {
  cache: CacheDatabase;
  history: History<Row>;
  kind: ThreadKind<Row>;
  /** Returns the conversation's thread on this device. */
  thread(id: string): Promise<Thread<Row> | undefined>;
  /** Fetches messages before the known ones; `complete`: there are none before these. */
  fetchOlder(id: string, known: readonly Row[]): Promise<{ messages: Row[]; complete: boolean }>;
};

const OLDER_AT_ONCE = 50;
/** `from`: the oldest message shown. With a count, the oldest would vanish each time a message leaves the tail. */
type Scrolled<Row> = { from: Row | null; endsHere: boolean };
/** `hasOlder` null: only the thread knows. */
type Older<Row> = { rows: Row[]; hasOlder: boolean | null; endsHere: boolean };

/** The pages before the threads, as far up as each conversation was read since the app was opened. */
export function createOlderPages<Row extends ThreadRow>(deps: OlderPagesDeps<Row>) {
  const { cache, history, kind } = deps;
  const scrolled = new Map<string, BehaviorSubject<Scrolled<Row>>>();
  const scrolledOf = (id: string) => {
    const subject = scrolled.get(id) ?? new BehaviorSubject<Scrolled<Row>>({ from: null, endsHere: false });
    scrolled.set(id, subject);
    return subject;
  };
  const shownOf = (record: HistoryRecord<Row>, oldest: Row) =>
    record.messages.filter((row) => kind.compare(row, oldest) >= 0);

  function older$(id: string): Observable<Older<Row>> {
    return scrolledOf(id).pipe(
      switchMap(({ from: oldest, endsHere }) =>
        from(liveQuery(() => (oldest ? cache.history.get(id) : undefined))).pipe(
          map((found) => {
            const record = found as HistoryRecord<Row> | undefined;
            if (!record || !oldest) return { rows: [], hasOlder: null, endsHere };
            const rows = shownOf(record, oldest);
            return { rows, hasOlder: !record.complete || rows.length < record.messages.length, endsHere };
          }),
        ),
      ),
    );
  }

  /** Loads from this device first, then from the server. */
  async function loadOlder(id: string): Promise<{ hasOlder: boolean; reason?: "offline" }> {
    const subject = scrolledOf(id);
    const thread = await deps.thread(id);
    let record = await history.get(id);
    const shown = record && subject.value.from ? shownOf(record, subject.value.from).length : 0;
    if (shown >= (record?.messages.length ?? 0)) {
      if (record?.complete || (!record && thread && !thread.hasOlder)) return { hasOlder: false };
      const known = [...(record?.messages ?? []), ...(thread?.messages ?? [])];
      try {
        const { messages, complete } = await deps.fetchOlder(id, known);
        await history.put(id, messages, complete);
      } catch (error) {
        if (refusalOf(error).status !== null) throw error;
        subject.next({ ...subject.value, endsHere: true });
        return { hasOlder: true, reason: "offline" };
      }
      record = await history.get(id);
    }
    const stored = record?.messages ?? [];
    const oldest = stored.at(-Math.min(stored.length, shown + OLDER_AT_ONCE)) ?? null;
    subject.next({ from: oldest, endsHere: false });
    return { hasOlder: stored[0] !== oldest || !record?.complete };
  }

  return { older$, loadOlder };
}
