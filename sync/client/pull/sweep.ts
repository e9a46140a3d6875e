import type { CollectionName, Tombstone } from "../../contracts/sync.ts";
import type { CacheDatabase } from "../local/databases.ts";

const keyOf = (collection: CollectionName) => `sweep:${collection}`;

/**
 * A second boot (the log no longer reaches back to where this device stood) goes over what is already here, so that no
 * list is empty meanwhile. Deletions of the lost stretch are known only at its end: whatever it did not bring is gone.
 */
export function createSweep({ meta }: CacheDatabase) {
  const seen = new Map<CollectionName, Set<string>>();
  return {
    /** Before anything is forgotten: a device that stops from here on knows that its boot has to be a second one. */
    async foresee(collection: CollectionName) {
      await meta.put({ key: keyOf(collection), value: true });
    },
    begin(collection: CollectionName) {
      seen.set(collection, new Set());
    },
    /** A device that stopped in the middle has lost what was seen: that boot begins anew. */
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
