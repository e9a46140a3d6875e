import type { CollectionName } from "../contracts/sync.ts";
import type { Clock } from "./clock.ts";

/** Between two rounds of pulling, when many things happen at once. */
const ROUND_MS = 100;

/** Passes a lone poke on at once; what comes soon after one goes out together. */
export function gatherPokes(clock: Clock, pull: (collections: CollectionName[]) => void) {
  const waiting = new Set<CollectionName>();
  let pulledAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function pullNow() {
    cancel = null;
    pulledAt = clock.now();
    const collections = [...waiting];
    waiting.clear();
    pull(collections);
  }

  return {
    poke(collections: readonly CollectionName[]) {
      for (const collection of collections) waiting.add(collection);
      if (cancel) return;
      const rest = pulledAt + ROUND_MS - clock.now();
      if (rest <= 0) pullNow();
      else cancel = clock.after(rest, pullNow);
    },
    stop: () => cancel?.(),
  };
}
