import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import { sameCheckpoint } from "./checkpoints.ts";
import type { FetchPage, PulledPage } from "./pages.ts";

type Ahead = { at: Checkpoint; signal: AbortSignal; page: Promise<PulledPage> };

/**
 * Requests the next page of a boot while the device stores the last one. At most one page per collection waits in
 * memory; one that does not continue the stored position is dropped. Not after the first page: a screen waits for it.
 */
export function fetchAhead(fetchPage: FetchPage): FetchPage {
  const waiting = new Map<CollectionName, Ahead>();

  return async (collection, at, signal) => {
    const ahead = waiting.get(collection);
    waiting.delete(collection);
    const fits = at !== undefined && ahead?.signal === signal && sameCheckpoint(ahead.at, at);
    const page: PulledPage = fits ? { ...(await ahead.page), wasKept: true } : await fetchPage(collection, at, signal);
    const next = page.checkpoint;
    if (at !== undefined && next.phase === "boot" && !sameCheckpoint(next, at)) {
      const requested = fetchPage(collection, next, signal);
      // One that fails is requested again when it is needed.
      requested.catch(() => undefined);
      waiting.set(collection, { at: next, signal, page: requested });
    }
    return page;
  };
}
