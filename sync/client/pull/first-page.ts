import type { ApiFetch } from "../desk-types.ts";
import type { CacheDatabase } from "../local/databases.ts";
import { FIRST_PAGE } from "./page-size.ts";
import { fetchPage, type PulledPage } from "./pages.ts";

/** Set when everything was pulled once. */
const FIRST_SYNC = "first-sync-done";

export const isFirstSyncDone = async ({ meta }: CacheDatabase) => (await meta.get(FIRST_SYNC)) !== undefined;
export const noteFirstSyncDone = ({ meta }: CacheDatabase) => meta.put({ key: FIRST_SYNC, value: true });

/**
 * Requests the first tickets of a device that has none, while its databases are still being opened. Null: the device
 * has been synchronized, or the request failed and the pull makes its own.
 */
export async function fetchFirstPage(
  cache: CacheDatabase,
  apiFetch: ApiFetch,
  limit: number,
): Promise<PulledPage | null> {
  if (await isFirstSyncDone(cache)) return null;
  const { signal } = new AbortController();
  return fetchPage(apiFetch, "tickets", undefined, Math.min(limit, FIRST_PAGE), signal).catch(() => null);
}
