import type { CollectionName } from "../../../contracts/sync.ts";
import type { CacheDatabase } from "./databases.ts";

/** Local maintenance of a collection: documents to drop, threads to fetch whole. */
export type LocalWork = { drop: string[]; fetch: string[] };
export type WorkList = ReturnType<typeof createWorkList>;

const keyOf = (collection: CollectionName) => `work:${collection}`;
const without = (all: string[], some: readonly string[]) => all.filter((id) => !some.includes(id));
const nothing: LocalWork = { drop: [], fetch: [] };

/**
 * Only its replication writes to a collection, because RxDB could skip a pulled document after another writer's
 * change. Maintenance is therefore stored here, survives a crash, and is done by the pull handler between two pages.
 */
export function createWorkList(database: CacheDatabase) {
  const { meta } = database;
  async function change(collection: CollectionName, next: (work: LocalWork) => LocalWork) {
    await database.transaction("rw", meta, async () => {
      const work = next(await read(collection));
      if (work.drop.length + work.fetch.length === 0) await meta.delete(keyOf(collection));
      else await meta.put({ key: keyOf(collection), value: work });
    });
  }
  async function read(collection: CollectionName): Promise<LocalWork> {
    return ((await meta.get(keyOf(collection)))?.value as LocalWork | undefined) ?? nothing;
  }
  return {
    read,
    add: (collection: CollectionName, work: Partial<LocalWork>) =>
      change(collection, ({ drop, fetch }) => ({
        drop: [...new Set([...without(drop, work.fetch ?? []), ...(work.drop ?? [])])],
        fetch: [...new Set([...without(fetch, work.drop ?? []), ...(work.fetch ?? [])])],
      })),
    done: (collection: CollectionName, work: Partial<LocalWork>) =>
      change(collection, ({ drop, fetch }) => ({
        drop: without(drop, work.drop ?? []),
        fetch: without(fetch, work.fetch ?? []),
      })),
  };
}
