import type { Tombstone } from "../../../contracts/sync.ts";
import type { History } from "../local/history.ts";
import type { WorkList } from "../local/work.ts";
import type { Thread, ThreadCollection, ThreadKind, ThreadPart, ThreadRow } from "../thread-kinds.ts";
import { storedThreads } from "./thread-pages.ts";

/** A collection of threads on this device. */
export type ThreadStore<Row extends ThreadRow> = {
  name: ThreadCollection;
  kind: ThreadKind<Row>;
  history: History<Row>;
};

export type ThreadPullDeps<Row extends ThreadRow> = ThreadStore<Row> & {
  work: WorkList;
  /** Returns the stored documents with these ids. */
  find(ids: string[]): Promise<{ id: string }[]>;
  /** Returns whole threads from the server, without those that the user may not see. */
  fetchWhole(ids: string[]): Promise<ThreadPart<Row>[]>;
};
export type ThreadPull = ReturnType<typeof createThreadPull<ThreadRow>>;

/** The part of the pull that only threads have. */
export function createThreadPull<Row extends ThreadRow>(deps: ThreadPullDeps<Row>) {
  const { name, kind, history, work, find, fetchWhole } = deps;
  /** Threads requested whole; each is requested once, because the server may refuse it. */
  const requested = new Set<string>();

  /** A boot may follow a restore of the server to an earlier state: then the local copy is never the newer one. */
  function toStore(documents: readonly (ThreadPart<Row> | Tombstone)[], { isBoot = false } = {}) {
    return storedThreads(documents, {
      history,
      kind,
      fetchWhole,
      local: async (ids) => {
        const threads = (await find(ids)) as Thread<Row>[];
        return new Map(threads.map((thread) => [thread.id, isBoot ? { ...thread, rev: 0 } : thread]));
      },
    });
  }

  /** Fetches threads that a conversation came back without. */
  async function fetchMissing(): Promise<(Thread<Row> | Tombstone)[]> {
    const { fetch } = await work.read(name);
    if (fetch.length === 0) return [];
    const present = new Set((await find(fetch)).map(({ id }) => id));
    const missing = fetch.filter((id) => !present.has(id) && !requested.has(id));
    for (const id of missing) requested.add(id);
    if (missing.length === 0) {
      await work.done(name, { fetch });
      return [];
    }
    const whole = await fetchWhole(missing);
    return toStore(whole.map((thread) => ({ ...thread, whole: true })));
  }

  return {
    toStore,
    fetchMissing,
    /** Deletes the files of threads that this device drops. */
    async forgetFiles(threads: readonly { id: string }[]) {
      for (const thread of threads as Thread<Row>[]) await history.forgetFiles(thread.messages);
    },
    /** Allows refused threads to be requested again. */
    retryAll: () => requested.clear(),
  };
}
