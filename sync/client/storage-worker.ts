import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { exposeRxStorageRemote } from "rxdb/plugins/storage-remote";
import { fromEvent, map } from "rxjs";

declare const self: DedicatedWorkerGlobalScope;

exposeRxStorageRemote({
  storage: getRxStorageDexie(),
  messages$: fromEvent<MessageEvent>(self, "message").pipe(map((event) => event.data)),
  send: (message) => self.postMessage(message),
});
