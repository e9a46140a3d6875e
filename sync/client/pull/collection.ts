import type { RxCollection } from "rxdb";
import { type RxReplicationState, replicateRxCollection } from "rxdb/plugins/replication";
import { Subject } from "rxjs";
import type { ThreadDocument, ThreadUpdate } from "../../contracts/messages.ts";
import type { Checkpoint, CollectionName, Tombstone } from "../../contracts/sync.ts";
import { backoffMs, type Waker } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { History } from "../local/history.ts";
import type { WorkList } from "../local/work.ts";
import { refusalOf } from "../refusal.ts";
import { type CheckpointMemory, sameCheckpoint, tidy } from "./checkpoints.ts";
import { fetchPage, fetchThreads, type PulledPage } from "./pages.ts";
import type { Sweep } from "./sweep.ts";
import { storedThreads } from "./thread-pages.ts";

export type CollectionDeps = {
  apiFetch: ApiFetch;
  clock: Clock;
  waker: Waker;
  limit: number;
  memory: CheckpointMemory;
  work: WorkList;
  history: History;
  sweep: Sweep;
  /** Resolves when a boot of this collection may begin. */
  mayBoot(signal: AbortSignal): Promise<void>;
  /** Called when everything up to this checkpoint is stored. */
  onPosition(checkpoint: Checkpoint): void;
  /** Called after a page was stored. */
  onPage(): void;
  onCaughtUp(): void;
  onLink(up: boolean): void;
  onScopeChanged(): void;
  onTooOld(): void;
  onTickets(documents: readonly { id: string; _deleted?: boolean }[], phase: Checkpoint["phase"]): Promise<void>;
};

type Stored = { id: string };
type Page = { documents: (Stored & { _deleted?: boolean })[]; checkpoint: Checkpoint | undefined };

/**
 * Pulls one collection, one page per round: a RESYNC requests the next page, and RxDB runs it only after storing the
 * last one, from the checkpoint of that storing. So pages never pile up in memory, and a page that could not be
 * stored is requested again.
 */
export function replicateCollection(name: CollectionName, collection: RxCollection<Stored>, deps: CollectionDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stream = new Subject<"RESYNC">();
  const triedThreads = new Set<string>();
  let lastAsked: { from: Checkpoint | undefined } | null = null;
  /** Changes may have arrived since the last request. */
  let hasNews = true;
  /** The stored checkpoint after which the server had nothing more. */
  let end: Checkpoint | undefined;
  let storeFailures = 0;

  async function round(stored: Checkpoint | undefined): Promise<Page> {
    const from = stored && tidy(stored);
    await restAfterFailedStore(from);
    if (from) deps.onPage();
    if (from?.phase === "live") deps.onPosition(from);
    if (!from) await deps.mayBoot(signal);
    if (from) {
      const drops = await dropPage();
      if (drops.length > 0) return next({ documents: drops, checkpoint: from });
    }
    if (from && !hasNews && sameCheckpoint(from, end)) return caughtUp(from, from);
    let at = await deps.memory.further(name, from);
    if (!at) await beginOver();
    while (!signal.aborted) {
      hasNews = false;
      end = undefined;
      const page = await fetched(at);
      if (!page) break;
      const here = tidy(page.checkpoint);
      const isLast = page.hasMore === false || sameCheckpoint(here, at);
      const documents = await storable(page, at);
      if (documents.length > 0) {
        lastAsked = { from };
        end = isLast ? here : undefined;
        return next({ documents, checkpoint: here });
      }
      if (isLast) return caughtUp(from, here);
      at = here;
    }
    return { documents: [], checkpoint: stored };
  }

  /** Everything up to `here` is stored, though RxDB knows only `from`. */
  async function caughtUp(from: Checkpoint | undefined, here: Checkpoint): Promise<Page> {
    if (!sameCheckpoint(here, from)) await deps.memory.remember(name, from, here);
    end = from;
    const whole = from ? await missingThreads() : [];
    if (whole.length > 0) return next({ documents: whole, checkpoint: from });
    if (here.phase === "live") deps.onPosition(here);
    deps.onCaughtUp();
    return { documents: [], checkpoint: from };
  }

  function next(page: Page): Page {
    queueMicrotask(resync);
    return page;
  }

  /**
   * A first boot finds no documents. Documents without a checkpoint come from a boot that stopped after its first
   * page, or from an incomplete purge: deletions since then are unknown, so documents that this boot does not return
   * are deleted.
   */
  async function beginOver() {
    const [present] = await collection.find({ limit: 1 }).exec();
    if (!present) return;
    await deps.sweep.foresee(name);
    deps.sweep.begin(name);
  }

  /** The same checkpoint as last time although a page came: that page could not be stored (full disk). */
  async function restAfterFailedStore(from: Checkpoint | undefined) {
    const failed = lastAsked !== null && sameCheckpoint(lastAsked.from, from);
    lastAsked = null;
    storeFailures = failed ? storeFailures + 1 : 0;
    if (failed) await deps.waker.sleep(backoffMs(storeFailures, deps.clock.random), signal);
  }

  /** Returns null when this replication has ended or is about to. */
  async function fetched(at: Checkpoint | undefined): Promise<PulledPage | null> {
    return persistently(() => fetchPage(deps.apiFetch, name, at, deps.limit, signal));
  }

  async function persistently<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const answer = await ask();
        deps.onLink(true);
        return answer;
      } catch (error) {
        if (signal.aborted) return null;
        const { status } = refusalOf(error);
        if (status === 409) deps.onScopeChanged();
        else if (status === 410) deps.onTooOld();
        // A refusal proves that the server is reachable; only a missing response means no network.
        else deps.onLink(status !== null);
        if (status === 409 || status === 410) return null;
        await deps.waker.sleep(backoffMs(failures, deps.clock.random), signal);
      }
    }
    return null;
  }

  async function storable(page: PulledPage, at: Checkpoint | undefined): Promise<Page["documents"]> {
    const booting = at?.phase !== "live";
    if (booting) deps.sweep.saw(name, page.documents);
    if (name === "tickets") await deps.onTickets(page.documents, booting ? "boot" : "live");
    const documents =
      name === "threads"
        ? await threadsOf(page.documents as unknown as (ThreadUpdate | Tombstone)[], booting)
        : (page.documents as Page["documents"]);
    if (!booting || page.checkpoint.phase !== "live") return documents;
    const swept = await deps.sweep.finish(name, () => collection.find().exec());
    if (name === "tickets" && swept.length > 0) await deps.onTickets(swept, "live");
    return [...documents, ...swept];
  }

  /** A boot may follow a restore of the server to an earlier state: then the local copy is never the newer one. */
  async function threadsOf(documents: readonly (ThreadUpdate | Tombstone)[], booting = false) {
    return storedThreads(documents, {
      history: deps.history,
      local: async (ids) => {
        const found = await collection.storageInstance.findDocumentsById(ids, false);
        const threads = found as unknown as ThreadDocument[];
        return new Map(threads.map((thread) => [thread.id, booting ? { ...thread, rev: 0 } : thread]));
      },
      fetchWhole: async (ids) => (await persistently(() => fetchThreads(deps.apiFetch, ids, signal))) ?? [],
    });
  }

  async function dropPage(): Promise<Tombstone[]> {
    const { drop } = await deps.work.read(name);
    if (drop.length === 0) return [];
    const present = await collection.storageInstance.findDocumentsById(drop, false);
    if (present.length > 0) return present.map(({ id }) => ({ id, _deleted: true }));
    await deps.work.done(name, { drop });
    return [];
  }

  /** Threads that a ticket came back without; each is requested once, because the server may refuse it. */
  async function missingThreads(): Promise<(ThreadDocument | Tombstone)[]> {
    if (name !== "threads") return [];
    const { fetch } = await deps.work.read(name);
    if (fetch.length === 0) return [];
    const present = await collection.storageInstance.findDocumentsById(fetch, false);
    const here = new Set(present.map(({ id }) => id));
    const missing = fetch.filter((id) => !here.has(id) && !triedThreads.has(id));
    for (const id of missing) triedThreads.add(id);
    if (missing.length === 0) {
      await deps.work.done(name, { fetch });
      return [];
    }
    const whole = await persistently(() => fetchThreads(deps.apiFetch, missing, signal));
    return threadsOf((whole ?? []).map((thread) => ({ ...thread, whole: true })));
  }

  const replication: RxReplicationState<Stored, Checkpoint> = replicateRxCollection<Stored, Checkpoint>({
    collection,
    replicationIdentifier: `balcao-${name}`,
    live: true,
    waitForLeadership: false,
    toggleOnDocumentVisible: false,
    retryTime: 5_000,
    pull: {
      // Every page is smaller than this, which ends RxDB's own loop after one page.
      batchSize: Number.MAX_SAFE_INTEGER,
      stream$: stream.asObservable(),
      handler: async (checkpoint) => {
        const page = await round(checkpoint);
        return { documents: page.documents.map(completed), checkpoint: page.checkpoint };
      },
    },
  });

  function resync() {
    stream.next("RESYNC");
  }

  /** After this, the replication writes nothing more. */
  async function halt() {
    stopping.abort();
    await Promise.resolve();
    await replication.startQueue;
    return replication.internalReplicationState?.streamQueue;
  }

  return {
    resync: () => {
      triedThreads.clear();
      hasNews = true;
      resync();
    },
    async stop() {
      const queue = await halt();
      await replication.cancel();
      await queue?.down;
    },
    /** Ends the replication and deletes its position. */
    async reset() {
      const queue = await halt();
      await replication.remove();
      await queue?.down;
      await deps.memory.forget(name);
    },
  };
}
export type CollectionReplication = ReturnType<typeof replicateCollection>;

const completed = (document: Stored & { _deleted?: boolean }) => ({
  ...document,
  _deleted: document._deleted === true,
});
