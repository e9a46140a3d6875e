import "fake-indexeddb/auto";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDocuments } from "./cache/documents.ts";
import type { DeskStorage } from "./desk-types.ts";
import { silenceStorageAdvertisement } from "./quiet-storage.ts";
import { givenUser } from "./testing/given.ts";

test("the storage writes without RxDB's advertisement in the console; other warnings are printed", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  silenceStorageAdvertisement();
  const documents = await openDocuments(givenUser(), getRxStorageDexie() as unknown as DeskStorage);
  await documents.close();
  console.warn("disk", "full");
  expect(warned.mock.calls).toEqual([["disk", "full"]]);
});
