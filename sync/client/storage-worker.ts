import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { exposeRxStorageRemote } from "rxdb/plugins/storage-remote";
import { fromEvent, map } from "rxjs";
import type { DeskStorage } from "./desk-types.ts";
import { silenceStorageAdvertisement } from "./quiet-storage.ts";
import { searchingStorage } from "./search/searching-storage.ts";
import { isSearchCall, type SearchAnswer, type SearchCall } from "./search/worker-calls.ts";

declare const self: DedicatedWorkerGlobalScope;

silenceStorageAdvertisement();
const { storage, search } = searchingStorage(getRxStorageDexie() as unknown as DeskStorage);

exposeRxStorageRemote({
  storage,
  messages$: fromEvent<MessageEvent>(self, "message").pipe(map((event) => event.data)),
  send: (message) => self.postMessage(message),
});

self.addEventListener("message", ({ data }) => {
  if (isSearchCall(data)) void answer(data);
});

async function answer({ searchId, databaseName, question }: SearchCall): Promise<void> {
  const message: SearchAnswer = await search(databaseName, question).then(
    (hits) => ({ searchId, hits, error: null }),
    (error: unknown) => ({ searchId, hits: null, error: String(error) }),
  );
  self.postMessage(message);
}
