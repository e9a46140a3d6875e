import type { RxCollection } from "rxdb";
import { collections } from "../../../contracts/sync.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import type { CacheDatabase } from "../local/databases.ts";
import type { Sweep } from "./sweep.ts";

/** Deletes everything that was pulled. No replication may run meanwhile. */
export async function purgeDocuments(documents: DocumentDatabase, cache: CacheDatabase, sweep: Sweep): Promise<void> {
  for (const name of collections) {
    const collection = documents.collections[name] as unknown as RxCollection<{ id: string }>;
    const ids = (await collection.find().exec()).map(({ id }) => id);
    await collection.bulkRemove(ids);
    // Deleted documents stay in the storage with their content until the clean-up.
    while (!(await collection.storageInstance.cleanup(0)));
    await sweep.forget(name);
  }
  await Promise.all([cache.history.clear(), cache.media.clear(), cache.meta.clear()]);
}
