import { exposeRxStorageRemote } from "rxdb/plugins/storage-remote";
import { fromEvent, map } from "rxjs";
import { failoverDexie } from "./cache/failover-dexie.ts";
import { isStorageFailure } from "./local/storage-failure.ts";
import { silenceStorageAdvertisement } from "./quiet-storage.ts";
import { searchingStorage } from "./search/searching-storage.ts";
import {
  IN_MEMORY,
  isSearchCall,
  NOT_ON_DISK,
  ON_DISK,
  type SearchAnswer,
  type SearchCall,
  TO_DISK,
  TO_MEMORY,
} from "./search/worker-calls.ts";

declare const self: DedicatedWorkerGlobalScope;

silenceStorageAdvertisement();
const { storage: documents, toMemory, toDisk } = failoverDexie(() => self.postMessage(IN_MEMORY));
const { storage, search } = searchingStorage(documents);

exposeRxStorageRemote({
  storage,
  messages$: fromEvent<MessageEvent>(self, "message").pipe(map((event) => event.data)),
  send: (message) => self.postMessage(message),
});

self.addEventListener("message", ({ data }) => {
  if (isSearchCall(data)) void answer(data);
  if (data === TO_MEMORY) void toMemory();
  if (data === TO_DISK) void returnToDisk();
});

async function returnToDisk(): Promise<void> {
  try {
    await toDisk();
    self.postMessage(ON_DISK);
  } catch (error) {
    if (!isStorageFailure(error)) console.error(error);
    self.postMessage(NOT_ON_DISK);
  }
}

async function answer({ searchId, databaseName, question }: SearchCall): Promise<void> {
  const message: SearchAnswer = await search(databaseName, question).then(
    (hits) => ({ searchId, hits, error: null }),
    (error: unknown) => ({ searchId, hits: null, error: String(error) }),
  );
  self.postMessage(message);
}
