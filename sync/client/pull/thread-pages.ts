import type { ThreadDocument, ThreadUpdate } from "../../contracts/messages.ts";
import type { Tombstone } from "../../contracts/sync.ts";
import type { History } from "../local/history.ts";
import { isTombstone } from "./pages.ts";
import { mergeThread } from "./thread-merge.ts";

export type ThreadSources = {
  local(ids: string[]): Promise<ReadonlyMap<string, ThreadDocument>>;
  fetchWhole(ids: string[]): Promise<ThreadUpdate[]>;
  history: History;
};

/** Converts pulled rows into the thread documents that a device stores. */
export async function storedThreads(
  documents: readonly (ThreadUpdate | Tombstone)[],
  { local, fetchWhole, history }: ThreadSources,
): Promise<(ThreadDocument | Tombstone)[]> {
  const threads = new Map(await local(documents.map((document) => document.id)));
  const stored = new Map<string, ThreadDocument | Tombstone>();
  const missing = new Set<string>();
  async function take(update: ThreadUpdate) {
    const merged = mergeThread(threads.get(update.id) ?? null, update);
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
    threads.delete(document.id);
    missing.delete(document.id);
    stored.set(document.id, document);
    await history.drop([document.id]);
  }
  for (const whole of missing.size > 0 ? await fetchWhole([...missing]) : []) await take({ ...whole, whole: true });
  return [...stored.values()];
}
