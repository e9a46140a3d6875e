import type { Clock } from "../clock.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { OutboxStore } from "../outbox/store.ts";
import type { CacheDatabase, MediaRecord } from "./databases.ts";
import { ignoreStorageFailure } from "./storage-failure.ts";

const CACHE_BYTES = 200 * 1024 * 1024;
/** A larger file is shown and not cached. */
const KEPT_BYTES = 32 * 1024 * 1024;

type MediaTable = CacheDatabase["media"];
/** `media`: null while the device does not store. */
export type MediaDeps = { media: () => MediaTable | null; store: OutboxStore; apiFetch: ApiFetch; clock: Clock };

/**
 * Files by id, from the outbox, the cache or the server; evicts the least recently used. A device without space shows
 * them and keeps none.
 */
export function createMedia({ media, store, apiFetch, clock }: MediaDeps) {
  const urls = new Map<string, Promise<string>>();

  function fileUrl(fileId: string): Promise<string> {
    const known = urls.get(fileId);
    if (known) return known;
    const url = find(fileId).then((blob) => URL.createObjectURL(blob));
    urls.set(fileId, url);
    // A failed download may succeed next time.
    url.catch(() => urls.delete(fileId));
    return url;
  }

  async function find(fileId: string): Promise<Blob> {
    const waiting = await store.file(fileId);
    if (waiting) return waiting.blob;
    const table = media();
    const cached = await table?.get(fileId).catch(ignoreStorageFailure);
    if (cached) {
      await table?.update(fileId, { usedAt: clock.now() }).catch(ignoreStorageFailure);
      return cached.blob;
    }
    const blob = await (await apiFetch(`/media/${fileId}`)).blob();
    await keep(fileId, blob);
    return blob;
  }

  async function keep(fileId: string, blob: Blob) {
    const table = media();
    if (!table || blob.size > KEPT_BYTES) return;
    const record = { id: fileId, blob, size: blob.size, usedAt: clock.now() };
    const isKept = (await table.put(record).catch(ignoreStorageFailure)) !== undefined;
    await evict(table, isKept ? CACHE_BYTES : (await bytesKept(table)) / 2).catch(ignoreStorageFailure);
  }

  /** Deletes the files that were not used for the longest time, so many bytes at least; returns how many it deleted. */
  async function free(bytes: number): Promise<number> {
    const table = media();
    if (!table) return 0;
    const before = await bytesKept(table);
    await evict(table, Math.max(0, before - bytes)).catch(ignoreStorageFailure);
    return before - (await bytesKept(table));
  }

  async function bytesKept(table: MediaTable): Promise<number> {
    let bytes = 0;
    const add = ({ size }: MediaRecord) => {
      bytes += size;
    };
    await table.each(add).catch(ignoreStorageFailure);
    return bytes;
  }

  /** Leaves the latest files of so many bytes in all. */
  async function evict(table: MediaTable, most: number) {
    let bytes = 0;
    const tooOld: string[] = [];
    await table
      .orderBy("usedAt")
      .reverse()
      .each((record: MediaRecord) => {
        bytes += record.size;
        if (bytes > most) tooOld.push(record.id);
      });
    await table.bulkDelete(tooOld);
  }

  return {
    fileUrl,
    keep,
    free,
    async clear() {
      await free(Number.POSITIVE_INFINITY);
    },
    /** Bytes of the files in the cache. */
    async bytes(): Promise<number> {
      const table = media();
      return table ? bytesKept(table) : 0;
    },
    async close() {
      for (const url of await Promise.allSettled(urls.values())) {
        if (url.status === "fulfilled") URL.revokeObjectURL(url.value);
      }
      urls.clear();
    },
  };
}
