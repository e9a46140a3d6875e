import type { CollectionName, Tombstone } from "../../../contracts/sync.ts";
import type { CacheDatabase } from "../local/databases.ts";

const keyOf = (collection: CollectionName) => `sweep:${collection}`;

/**
 * For a second boot (the log no longer reaches back to this device's position): existing documents stay visible
 * meanwhile. Deletions of the missing period are known only at the end: documents that the boot did not return are
 * deleted.
 */
export function createSweep({ meta }: CacheDatabase) {
  const seen = new Map<CollectionName, Set<string>>();
  return {
    /**
     * Stored before anything is deleted: a device that stops after this point knows that its boot has to be a second
     * one.
     */
    async foresee(collection: CollectionName) {
      await meta.put({ key: keyOf(collection), value: true });
    },
    begin(collection: CollectionName) {
      seen.set(collection, new Set());
    },
    /** A device that stopped during it has lost what it had seen: the boot starts over. */
    async wasInterrupted(collection: CollectionName): Promise<boolean> {
      return !seen.has(collection) && (await meta.get(keyOf(collection))) !== undefined;
    },
    saw(collection: CollectionName, documents: readonly { id: string }[]) {
      const ids = seen.get(collection);
      for (const { id } of ids ? documents : []) ids?.add(id);
    },
    async finish(collection: CollectionName, present: () => Promise<{ id: string }[]>): Promise<Tombstone[]> {
      const ids = seen.get(collection);
      if (!ids) return [];
      return (await present()).filter(({ id }) => !ids.has(id)).map(({ id }) => ({ id, _deleted: true }));
    },
    async end(collection: CollectionName) {
      if (seen.delete(collection)) await meta.delete(keyOf(collection));
    },
    async forget(collection: CollectionName) {
      seen.delete(collection);
      await meta.delete(keyOf(collection));
    },
  };
}
export type Sweep = ReturnType<typeof createSweep>;
