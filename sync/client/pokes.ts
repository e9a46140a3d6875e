import type { CollectionName } from "../contracts/sync.ts";
import type { Clock } from "./clock.ts";

/** The shortest time between two pulls under load. */
const ROUND_MS = 100;

/** Passes a single poke on immediately; further pokes within the interval are merged. */
export function gatherPokes(clock: Clock, pull: (collections: CollectionName[], rev: number) => void) {
  const waiting = new Set<CollectionName>();
  let pulledAt = Number.NEGATIVE_INFINITY;
  let newest = 0;
  let cancel: (() => void) | null = null;

  function pullNow() {
    cancel = null;
    pulledAt = clock.now();
    const collections = [...waiting];
    waiting.clear();
    pull(collections, newest);
  }

  return {
    poke(collections: readonly CollectionName[], rev: number) {
      newest = Math.max(newest, rev);
      for (const collection of collections) waiting.add(collection);
      if (cancel) return;
      const rest = pulledAt + ROUND_MS - clock.now();
      if (rest <= 0) pullNow();
      else cancel = clock.after(rest, pullNow);
    },
    stop: () => cancel?.(),
  };
}
