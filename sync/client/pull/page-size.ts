import type { CollectionName } from "../../../contracts/sync.ts";

/** The rows that a list shows at first. */
export const FIRST_PAGE = 60;
/** A page that takes longer to store keeps the page's thread busy for too long at once. */
const STORE_MS = 250;
const MIN_SIZE = 20;

/** Sizes of pages by the time that this device takes to store one. */
export function createPageSize(most: number) {
  const sizes = new Map<CollectionName, number>();
  const first = Math.min(most, FIRST_PAGE);

  return {
    /** `isFirst`: the first page of a boot, which a screen waits for. */
    of: (collection: CollectionName, isFirst: boolean) => (isFirst ? first : (sizes.get(collection) ?? first)),
    /** Call with the duration of storing so many documents. Small pages say little about larger ones. */
    stored(collection: CollectionName, documents: number, ms: number) {
      const size = sizes.get(collection) ?? first;
      if (documents < size / 2) return;
      const fits = Math.round((STORE_MS / Math.max(1, ms)) * documents);
      // At most doubled, because the time of a small page is mostly the same for a large one.
      sizes.set(collection, Math.max(Math.min(MIN_SIZE, most), Math.min(fits, size * 2, most)));
    },
  };
}
export type PageSize = ReturnType<typeof createPageSize>;
