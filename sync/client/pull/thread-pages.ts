import type { Tombstone } from "../../../contracts/sync.ts";
import type { History } from "../local/history.ts";
import type { Thread, ThreadKind, ThreadPart, ThreadRow } from "../thread-kinds.ts";
import { isTombstone } from "./pages.ts";
import { mergeThread } from "./thread-merge.ts";

export type ThreadSources<Row extends ThreadRow> = {
  local(ids: string[]): Promise<ReadonlyMap<string, Thread<Row>>>;
  fetchWhole(ids: string[]): Promise<ThreadPart<Row>[]>;
  history: History<Row>;
  kind: ThreadKind<Row>;
};

/** Converts pulled rows into the thread documents that a device stores. */
export async function storedThreads<Row extends ThreadRow>(
  documents: readonly (ThreadPart<Row> | Tombstone)[],
  { local, fetchWhole, history, kind }: ThreadSources<Row>,
): Promise<(Thread<Row> | Tombstone)[]> {
  const threads = new Map(await local(documents.map((document) => document.id)));
  const stored = new Map<string, Thread<Row> | Tombstone>();
  const missing = new Set<string>();
  async function take(update: ThreadPart<Row>) {
    const merged = mergeThread(threads.get(update.id) ?? null, update, kind);
    if (!merged) return missing.add(update.id);
    threads.set(update.id, merged.thread);
    stored.set(update.id, merged.thread);
    if (merged.contiguous) await history.keep(update.id, merged.spilled);
    else await history.drop([update.id]);
  }
  for (const document of documents) {
    if (!isTombstone(document)) {
      await take(document);
      continue;
    }
    await history.forgetFiles(threads.get(document.id)?.messages ?? []);
    await history.forget([document.id]);
    threads.delete(document.id);
    missing.delete(document.id);
    stored.set(document.id, document);
  }
  for (const whole of missing.size > 0 ? await fetchWhole([...missing]) : []) await take({ ...whole, whole: true });
  return [...stored.values()];
}
