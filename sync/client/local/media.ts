import type { Clock } from "../clock.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { OutboxStore } from "../outbox/store.ts";
import type { CacheDatabase } from "./databases.ts";

const CACHE_BYTES = 200 * 1024 * 1024;
/** A larger file is shown and not cached. */
const KEPT_BYTES = 32 * 1024 * 1024;

export type MediaDeps = { cache: CacheDatabase; store: OutboxStore; apiFetch: ApiFetch; clock: Clock };

/** Files by id, from the outbox, the cache or the server; evicts the least recently used. */
export function createMedia({ cache: { media }, store, apiFetch, clock }: MediaDeps) {
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
    const cached = await media.get(fileId);
    if (cached) {
      await media.update(fileId, { usedAt: clock.now() });
      return cached.blob;
    }
    const blob = await (await apiFetch(`/media/${fileId}`)).blob();
    await keep(fileId, blob);
    return blob;
  }

  async function keep(fileId: string, blob: Blob) {
    if (blob.size > KEPT_BYTES) return;
    await media.put({ id: fileId, blob, size: blob.size, usedAt: clock.now() });
    let bytes = 0;
    const tooOld: string[] = [];
    await media
      .orderBy("usedAt")
      .reverse()
      .each((record) => {
        bytes += record.size;
        if (bytes > CACHE_BYTES) tooOld.push(record.id);
      });
    await media.bulkDelete(tooOld);
  }

  return {
    fileUrl,
    keep,
    async close() {
      for (const url of await Promise.allSettled(urls.values())) {
        if (url.status === "fulfilled") URL.revokeObjectURL(url.value);
      }
      urls.clear();
    },
  };
}
