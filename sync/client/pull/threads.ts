import type { ThreadDocument, ThreadUpdate } from "../../contracts/messages.ts";
import type { Tombstone } from "../../contracts/sync.ts";
import type { History } from "../local/history.ts";
import type { WorkList } from "../local/work.ts";
import { storedThreads } from "./thread-pages.ts";

export type ThreadPullDeps = {
  history: History;
  work: WorkList;
  /** Returns the stored documents with these ids. */
  find(ids: string[]): Promise<{ id: string }[]>;
  /** Returns whole threads from the server, without those that the user may not see. */
  fetchWhole(ids: string[]): Promise<ThreadUpdate[]>;
};
export type ThreadPull = ReturnType<typeof createThreadPull>;

/** The part of the pull that only threads have. */
export function createThreadPull({ history, work, find, fetchWhole }: ThreadPullDeps) {
  /** Threads requested whole; each is requested once, because the server may refuse it. */
  const requested = new Set<string>();

  /** A boot may follow a restore of the server to an earlier state: then the local copy is never the newer one. */
  function toStore(documents: readonly (ThreadUpdate | Tombstone)[], { isBoot = false } = {}) {
    return storedThreads(documents, {
      history,
      fetchWhole,
      local: async (ids) => {
        const threads = (await find(ids)) as ThreadDocument[];
        return new Map(threads.map((thread) => [thread.id, isBoot ? { ...thread, rev: 0 } : thread]));
      },
    });
  }

  /** Fetches threads that a ticket came back without. */
  async function fetchMissing(): Promise<(ThreadDocument | Tombstone)[]> {
    const { fetch } = await work.read("threads");
    if (fetch.length === 0) return [];
    const present = new Set((await find(fetch)).map(({ id }) => id));
    const missing = fetch.filter((id) => !present.has(id) && !requested.has(id));
    for (const id of missing) requested.add(id);
    if (missing.length === 0) {
      await work.done("threads", { fetch });
      return [];
    }
    const whole = await fetchWhole(missing);
    return toStore(whole.map((thread) => ({ ...thread, whole: true })));
  }

  return {
    toStore,
    fetchMissing,
    /** Allows refused threads to be requested again. */
    retryAll: () => requested.clear(),
  };
}
