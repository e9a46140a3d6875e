import type { RxCollection } from "rxdb";
import { type Checkpoint, type CollectionName, collections } from "../../../contracts/sync.ts";
import { createWaker } from "../backoff.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { Clock } from "../clock.ts";
import type { ApiFetch, ChangesEvent } from "../desk-types.ts";
import type { CacheDatabase } from "../local/databases.ts";
import { createHistory } from "../local/history.ts";
import { createWorkList } from "../local/work.ts";
import { chatThreads, type ThreadRow, threadCollectionOf, ticketThreads } from "../thread-kinds.ts";
import { createChangesPull } from "./changes-pull.ts";
import { createCheckpointMemory } from "./checkpoints.ts";
import { type CollectionReplication, replicateCollection } from "./collection.ts";
import { handleConversations } from "./conversation-pages.ts";
import type { FirstRows } from "./first-rows.ts";
import { createGate } from "./gate.ts";
import { createLocalRequests } from "./local-requests.ts";
import { createPageSize } from "./page-size.ts";
import type { PulledPage } from "./pages.ts";
import { purgeDocuments } from "./purge.ts";
import type { CollectionDeps } from "./rounds.ts";
import { createSweep } from "./sweep.ts";
import type { ThreadStore } from "./threads.ts";

export type ReplicationDeps = {
  documents: DocumentDatabase;
  cache: CacheDatabase;
  apiFetch: ApiFetch;
  clock: Clock;
  /** The largest page. */
  limit: number;
  /** The first tickets, requested while the databases were opened; null: not requested or failed. */
  firstPage: Promise<PulledPage | null>;
  firstRows: Pick<FirstRows, "drawn">;
  /** Called when everything of the collection up to this revision is stored. */
  onPosition(collection: CollectionName, rev: number): void;
  /** Called when a collection's position is no longer valid. */
  onReset(collection: CollectionName): void;
  /** Called when the server does not know the position: it may have been restored, and its answers lost. */
  onTooOld(): void;
  /** True: nothing more to pull is known; false while a pull runs. */
  onCaughtUp(collection: CollectionName, caughtUp: boolean): void;
  onLink(up: boolean): void;
};

/** Needed for the first screen; the other collections start after the first page of tickets. */
const first: readonly CollectionName[] = ["tickets", "refs"];

/** Pulls all collections, in the leading tab. */
export function startReplication(deps: ReplicationDeps) {
  const { documents, cache } = deps;
  const shared = createShared(deps);
  const { changes, waker, sweep, work, history, firstPage } = shared;
  const running = new Map<CollectionName, CollectionReplication>();
  const stopping = new AbortController();
  let rebooting: Promise<void> = Promise.resolve();
  let purgeQueued = false;
  const bootingAgain = new Set<CollectionName>();

  function start(name: CollectionName) {
    if (stopping.signal.aborted) return;
    deps.onReset(name);
    deps.onCaughtUp(name, false);
    const replication = replicate(name, deps, shared, {
      onScopeChanged() {
        if (purgeQueued) return;
        purgeQueued = true;
        reboot(purgeAndBoot);
      },
      onTooOld() {
        if (bootingAgain.has(name)) return;
        bootingAgain.add(name);
        deps.onTooOld();
        reboot(() => bootAgain(name));
      },
      resyncThreads: (threads) => running.get(threads)?.resync(),
    });
    running.set(name, replication);
  }

  /** Serialised: a second refusal may arrive during the first reboot. */
  function reboot(how: () => Promise<void>) {
    rebooting = rebooting.then(() => (stopping.signal.aborted ? undefined : how()));
    return rebooting;
  }

  /**
   * The user's scope has changed. The device may hold documents that are now forbidden, and only the server knows
   * which, so everything is deleted before anything is pulled.
   */
  async function purgeAndBoot() {
    await Promise.all([...running.values()].map((replication) => replication.reset()));
    running.clear();
    await purgeDocuments(documents, cache, sweep);
    purgeQueued = false;
    for (const name of collections) start(name);
  }

  async function bootAgain(name: CollectionName) {
    await sweep.foresee(name);
    await running.get(name)?.reset();
    running.delete(name);
    sweep.begin(name);
    bootingAgain.delete(name);
    start(name);
  }

  async function startMissing(names: readonly CollectionName[]) {
    for (const name of names) {
      if (running.has(name)) continue;
      start(name);
      if (await sweep.wasInterrupted(name)) await bootAgain(name);
    }
  }

  void reboot(() => startMissing(first));
  // Each replication opens a database of its own, which would hold up the first rows.
  void firstPage.opened(stopping.signal).then(() => reboot(() => startMissing(collections)));

  return {
    /** Pulls these collections as far as that revision, where they are behind it; without one, all that is new. */
    resync(names: readonly CollectionName[] = collections, rev?: number) {
      waker.wake();
      for (const name of names) running.get(name)?.resync(rev);
    },
    /** Stores documents that the stream has brought; collections that cannot take them pull instead. */
    take(event: ChangesEvent) {
      changes.keep(event);
      this.resync(Object.keys(event.parts) as CollectionName[], event.to[0]);
    },
    /** The stream has ended: its documents may be of another history than the next one's. */
    forgetTaken: changes.forget,
    ...createLocalRequests({ work, history, resync: (name) => running.get(name)?.resync() }),
    async stop() {
      stopping.abort();
      waker.wake();
      await rebooting;
      await Promise.all([...running.values()].map((replication) => replication.stop()));
    },
  };
}

/** Creates what the collections share. */
function createShared(deps: ReplicationDeps) {
  const { cache, clock } = deps;
  const pageSize = createPageSize(deps.limit);
  const history = createHistory(cache, ticketThreads, clock);
  const threadStores: Partial<Record<CollectionName, ThreadStore<ThreadRow>>> = {
    threads: { name: "threads", kind: ticketThreads, history },
    chatThreads: { name: "chatThreads", kind: chatThreads, history: createHistory(cache, chatThreads, clock) },
  };
  return {
    pageSize,
    changes: createChangesPull({ ...deps, pageSize }),
    waker: createWaker(clock),
    memory: createCheckpointMemory(cache),
    sweep: createSweep(cache),
    work: createWorkList(cache),
    history,
    threadStores,
    /** Opens when the first page of tickets is stored. */
    firstPage: createGate(),
  };
}

type Refusals = Pick<CollectionDeps, "onScopeChanged" | "onTooOld">;

/** Pulls one collection. */
function replicate(
  name: CollectionName,
  deps: ReplicationDeps,
  shared: ReturnType<typeof createShared>,
  { resyncThreads, ...refusals }: Refusals & { resyncThreads(threads: CollectionName): void },
) {
  const collection = deps.documents.collections[name] as unknown as RxCollection<{ id: string }>;
  const { changes, sweep, work, history, threadStores, firstPage } = shared;
  return replicateCollection(name, collection, {
    ...{ ...deps, ...shared, ...refusals },
    fetchPage: changes.fetchPage,
    threads: threadStores[name] ?? null,
    onPosition: (checkpoint: Checkpoint) => {
      void sweep.end(name);
      deps.onPosition(name, checkpoint.rev);
    },
    onPage: async (phase) => {
      if (name !== "tickets" || firstPage.isOpen()) return;
      if (phase === "boot") await deps.firstRows.drawn();
      firstPage.open();
    },
    onCaughtUp: () => {
      if (name === "tickets") firstPage.open();
      deps.onCaughtUp(name, true);
    },
    onDocuments: async (page, phase) => {
      const threads = threadCollectionOf(name);
      if (!threads) return;
      await handleConversations(page, phase, {
        threads,
        present: async (ids) => {
          const found = await collection.storageInstance.findDocumentsById(ids, false);
          return new Set(found.map(({ id }) => id));
        },
        work,
        history,
        resyncThreads: () => resyncThreads(threads),
      });
    },
  });
}
