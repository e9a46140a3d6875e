import { getRxStorageRemote } from "rxdb/plugins/storage-remote";
import { Subject } from "rxjs";
import type { DeskStorage } from "./desk-types.ts";

type Messages = ReturnType<typeof getRxStorageRemote>["settings"]["messageChannelCreator"];
type MessageFromRemote = Awaited<ReturnType<Messages>>["messages$"] extends infer Stream ? Stream : never;

/** Dexie storage in a Web Worker: writing to IndexedDB then costs the page nothing. The worker ends with the database. */
export function workerStorage(): DeskStorage {
  return getRxStorageRemote({
    identifier: "balcao-documents",
    mode: "storage",
    messageChannelCreator: async () => {
      const worker = new Worker(new URL("./storage-worker.ts", import.meta.url), { type: "module" });
      const messages$ = new Subject();
      worker.onmessage = (event) => messages$.next(event.data);
      return {
        messages$: messages$ as MessageFromRemote,
        send: (message) => worker.postMessage(message),
        close: async () => worker.terminate(),
      };
    },
  });
}
