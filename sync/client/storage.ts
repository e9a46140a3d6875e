import { getRxStorageRemote } from "rxdb/plugins/storage-remote";
import { Subject } from "rxjs";
import type { PulledStorage } from "./desk-types.ts";
import { noHits, type SearchHits } from "./search/search-index.ts";
import {
  IN_MEMORY,
  isSearchAnswer,
  NOT_ON_DISK,
  ON_DISK,
  type SearchCall,
  TO_DISK,
  TO_MEMORY,
} from "./search/worker-calls.ts";
import { takeStorageWorker } from "./storage-worker-start.ts";

type Messages = ReturnType<typeof getRxStorageRemote>["settings"]["messageChannelCreator"];
type MessageFromRemote = Awaited<ReturnType<Messages>>["messages$"] extends infer Stream ? Stream : never;
type Waiting = { resolve: (hits: SearchHits) => void; reject: (error: Error) => void };

/**
 * The Dexie storage in a Web Worker: writing to IndexedDB and searching do not block the page. The worker ends with
 * the database. `onMemory` is called when it begins to work in memory, because the device does not store.
 */
export function workerStorage(onMemory: () => void): PulledStorage {
  let worker: Worker | null = null;
  let returned: ((isOnDisk: boolean) => void) | null = null;
  let lastSearch = 0;
  const waiting = new Map<number, Waiting>();

  const storage = getRxStorageRemote({
    identifier: "balcao-documents",
    mode: "storage",
    messageChannelCreator: async () => {
      const made = takeStorageWorker();
      const messages$ = new Subject();
      made.onmessage = ({ data }) => {
        if (data === IN_MEMORY) return onMemory();
        if (data === ON_DISK || data === NOT_ON_DISK) return returned?.(data === ON_DISK);
        if (!isSearchAnswer(data)) return messages$.next(data);
        const asked = waiting.get(data.searchId);
        waiting.delete(data.searchId);
        if (data.hits) asked?.resolve(data.hits);
        else asked?.reject(new Error(data.error ?? ""));
      };
      worker = made;
      return {
        messages$: messages$ as MessageFromRemote,
        send: (message) => made.postMessage(message),
        close: async () => {
          if (worker === made) worker = null;
          made.terminate();
        },
      };
    },
  });

  return {
    storage,
    search: (databaseName, question) =>
      new Promise((resolve, reject) => {
        // The storage was closed while a screen was still open.
        if (!worker) return resolve(noHits);
        const call: SearchCall = { searchId: ++lastSearch, databaseName, question };
        waiting.set(call.searchId, { resolve, reject });
        worker.postMessage(call);
      }),
    toMemory: () => worker?.postMessage(TO_MEMORY),
    toDisk: () =>
      new Promise((resolve) => {
        if (!worker) return resolve(true);
        returned = resolve;
        worker.postMessage(TO_DISK);
      }),
  };
}
