import type { DeskOptions, DeskStorage, PulledMemory, PulledStorage } from "../desk-types.ts";
import { isStorageFailure } from "../local/storage-failure.ts";
import type { DeskOwner } from "../names.ts";
import { searchingStorage } from "../search/searching-storage.ts";
import { workerStorage } from "../storage.ts";
import { openDocuments } from "./documents.ts";

/**
 * Opens the pulled documents with their search, by default in a Web Worker. A device that does not store, for example
 * because its disk is full, has them in memory; `onMemory` is called when that begins.
 */
export async function openPulled(owner: DeskOwner, onMemory: () => void, given?: DeskOptions["storage"]) {
  const pulled = pulledStorage(onMemory, given);
  try {
    const documents = await openDocuments(owner, pulled.storage);
    const toMemory = () => {
      // It may have fewer documents than the page has shown: results are asked for anew, not computed from shown ones.
      Object.assign(documents, { eventReduce: false });
      pulled.toMemory();
    };
    return { ...pulled, documents, toMemory };
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    onMemory();
  }
  // In memory until the page is left.
  const { getRxStorageMemory } = await import("rxdb/plugins/storage-memory");
  const { storage, search } = searchingStorage(getRxStorageMemory() as unknown as DeskStorage);
  return { documents: await openDocuments(owner, storage), search, ...noDisk };
}

const noDisk: PulledMemory = { toMemory() {}, toDisk: () => Promise.resolve(true) };

function pulledStorage(onMemory: () => void, given: DeskOptions["storage"]): PulledStorage {
  if (!given) return workerStorage(onMemory);
  return typeof given === "function" ? given(onMemory) : { ...searchingStorage(given), ...noDisk };
}
