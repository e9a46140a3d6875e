import { PrecacheController } from "workbox-precaching";

/** A browser sends six requests to one HTTP/1.1 host at once: the page's own need the others. */
const AT_ONCE = 3;

/**
 * Stores the files of the app several at a time. Workbox stores one after another, so that an installation waits for
 * each answer of the network: 220 files at 200 ms take 44 s, in which the app cannot start without a network.
 */
export class ParallelPrecache extends PrecacheController {
  /** Rejects when a file cannot be fetched or stored: the browser then keeps the former version. */
  override install(event: ExtendableEvent): ReturnType<PrecacheController["install"]> {
    const files = [...this.getURLsToCacheKeys()];
    const lane = async () => {
      for (let file = files.pop(); file; file = files.pop()) await this.#store(event, ...file);
    };
    const stored = Promise.all(Array.from({ length: AT_ONCE }, lane)).then(() => ({
      updatedURLs: [],
      notUpdatedURLs: [],
    }));
    event.waitUntil(stored);
    return stored;
  }

  async #store(event: ExtendableEvent, url: string, cacheKey: string): Promise<void> {
    const integrity = this.getIntegrityForCacheKey(cacheKey);
    const request = new Request(url, {
      ...(integrity && { integrity }),
      // A file whose address does not name its version is not taken from the browser's cache.
      cache: cacheKey === url ? "default" : "reload",
      credentials: "same-origin",
    });
    await Promise.all(this.strategy.handleAll({ params: { cacheKey }, request, event }));
  }
}
