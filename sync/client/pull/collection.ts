import type { RxCollection } from "rxdb";
import { type RxReplicationState, replicateRxCollection } from "rxdb/plugins/replication";
import { Subject } from "rxjs";
import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import { type CollectionDeps, type LocalDocuments, PullRounds, type Stored } from "./rounds.ts";

/**
 * Pulls one collection, one page per round: a RESYNC requests the next page, and RxDB runs it only after storing the
 * last one, from the checkpoint of that storing. So pages never pile up in memory, and a page that could not be
 * stored is requested again.
 */
export function replicateCollection(name: CollectionName, collection: RxCollection<Stored>, deps: CollectionDeps) {
  const stopping = new AbortController();
  const stream = new Subject<"RESYNC">();
  const local: LocalDocuments = {
    find: (ids) => collection.storageInstance.findDocumentsById(ids, false),
    all: (limit) => collection.find(limit ? { limit } : undefined).exec(),
  };
  const rounds = new PullRounds(name, local, deps, stopping.signal);
  const resync = () => stream.next("RESYNC");

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
      handler: async (stored) => {
        const { documents, checkpoint, isLast } = await rounds.run(stored);
        if (!isLast) queueMicrotask(resync);
        return { documents: documents.map(withDeletedFlag), checkpoint };
      },
    },
  });

  /** After this, the replication writes nothing more. */
  async function halt() {
    stopping.abort();
    await Promise.resolve();
    await replication.startQueue;
    return replication.internalReplicationState?.streamQueue;
  }

  return {
    resync(rev?: number) {
      rounds.expectNews(rev);
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

const withDeletedFlag = (document: Stored & { _deleted?: boolean }) => ({
  ...document,
  _deleted: document._deleted === true,
});
