import { type RxDocumentData, type RxStorageInstance, wrapRxStorageInstance } from "rxdb";
import type { DeskStorage } from "../desk-types.ts";
import { packThread, unpackThread } from "./packed-rows.ts";

/** The names of RxDB's collections with the positions of the replications begin with it. */
const POSITIONS = "rx-replication-meta-";
/** The id of a position ends with it. Other ids belong to documents, of which a replication that only pulls has none. */
const POSITION = "|1";

/**
 * A storage of documents that only the replication writes. RxDB would read each pulled document once more to look for
 * changes to push, make the next page wait for that, and look for the last pushed state of each document. Threads are
 * stored packed.
 */
export function pulledStorage(storage: DeskStorage): DeskStorage {
  return {
    ...storage,
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance<T>(params: Parameters<typeof storage.createStorageInstance<T>>[0]) {
      const { collectionName, schema } = params;
      const [pack, unpack] = isThread(collectionName) ? [packThread, unpackThread] : [asItIs, asItIs];
      const instance: RxStorageInstance<T, object, object> = wrapRxStorageInstance<T>(
        schema,
        await storage.createStorageInstance(params),
        pack as (document: RxDocumentData<T>) => RxDocumentData<T>,
        unpack as (document: RxDocumentData<T>) => RxDocumentData<T>,
      );
      if (collectionName.startsWith(POSITIONS)) return { ...instance, findDocumentsById: positionsOf(instance) };
      return { ...instance, getChangedDocumentsSince: noChanges };
    },
  };
}

const isThread = (collection: string) => collection === "threads" || collection === "chatThreads";
const asItIs = (document: object) => document;

async function noChanges<C>(_limit: number, checkpoint?: C) {
  return { documents: [], checkpoint: checkpoint as C };
}

const positionsOf =
  <T>(instance: RxStorageInstance<T, object, object>): typeof instance.findDocumentsById =>
  async (ids, withDeleted) => {
    const positions = ids.filter((id) => id.endsWith(POSITION));
    return positions.length > 0 ? instance.findDocumentsById(positions, withDeleted) : [];
  };
