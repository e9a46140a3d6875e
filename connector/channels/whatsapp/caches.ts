import type { CacheStore, GroupMetadata } from "@whiskeysockets/baileys";
import { LRUCache } from "lru-cache";

/** Creates a bounded cache with the interface that the library expects. */
function boundedCache(max: number, ttlMs: number): CacheStore {
  const entries = new LRUCache<string, { value: unknown }>({ max, ttl: ttlMs });
  return {
    get: <T>(key: string) => entries.get(key)?.value as T | undefined,
    set: (key, value) => void entries.set(key, { value }),
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  };
}

const MINUTE_MS = 60_000;

/** The caches of one connection, kept from one socket to the next. */
export type SessionCaches = {
  retries: CacheStore;
  devices: CacheStore;
  calls: CacheStore;
  placeholders: CacheStore;
  groups: LRUCache<string, GroupMetadata>;
};

export const openCaches = (): SessionCaches => ({
  retries: boundedCache(2_000, 60 * MINUTE_MS),
  devices: boundedCache(2_000, 5 * MINUTE_MS),
  calls: boundedCache(100, 5 * MINUTE_MS),
  placeholders: boundedCache(500, 60 * MINUTE_MS),
  groups: new LRUCache({ max: 500, ttl: 60 * MINUTE_MS }),
});
