import { type CollectionName, collections } from "../../contracts/sync.ts";
import type { Clock } from "./clock.ts";
import type { CacheDatabase } from "./local/databases.ts";
import { noteFirstSyncDone } from "./pull/first-page.ts";
import type { LinkState } from "./status.ts";
import { browserOnline } from "./tabs/wakes.ts";

/**
 * At most this often does a returning network trigger immediate retries: it may come and go, or fail for one address
 * only.
 */
const LINK_UP_HURRY_MS = 5_000;

type LinkDeps = {
  cache: CacheDatabase;
  clock: Clock;
  onLink(link: LinkState): void;
  /** Called when the network is back. */
  onBack(): void;
};

/** The leading tab's connection to the server, and which collections are pulled completely. */
export function createLink({ cache, clock, onLink, onBack }: LinkDeps) {
  const caughtUp = new Set<CollectionName>();
  let link: LinkState = { linkUp: browserOnline(), busy: true, firstSyncDone: false };
  let hurriedAt = 0;

  function set(change: Partial<LinkState>) {
    const next = { ...link, ...change };
    if (JSON.stringify(next) === JSON.stringify(link)) return;
    link = next;
    onLink(link);
  }

  return {
    get: () => link,
    set,
    noteCaughtUp(collection: CollectionName, isCaughtUp: boolean) {
      if (isCaughtUp) caughtUp.add(collection);
      else caughtUp.delete(collection);
      const all = caughtUp.size === collections.length;
      if (all && !link.firstSyncDone) void noteFirstSyncDone(cache);
      set({ busy: !all, ...(all ? { firstSyncDone: true } : {}) });
    },
    /** A request had a response, or had none. */
    noteUp(up: boolean) {
      const wasUp = link.linkUp;
      set({ linkUp: up });
      if (!up || wasUp || clock.now() - hurriedAt < LINK_UP_HURRY_MS) return;
      hurriedAt = clock.now();
      // Changes may have been missed until every collection was pulled again.
      caughtUp.clear();
      set({ busy: true });
      onBack();
    },
  };
}
