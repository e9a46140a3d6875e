import type { CollectionName } from "../../contracts/sync.ts";
import type { Clock } from "./clock.ts";

/** The shortest time between two pulls under load. */
const ROUND_MS = 100;

/**
 * Passes a single poke on immediately; further pokes within the interval are merged. `pull` gets the collections that
 * were announced with the same revision.
 */
export function gatherPokes(clock: Clock, pull: (collections: CollectionName[], rev: number) => void) {
  const waiting = new Map<CollectionName, number>();
  let pulledAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function pullNow() {
    cancel = null;
    pulledAt = clock.now();
    const byRev = Map.groupBy(waiting.keys(), (name) => waiting.get(name) ?? 0);
    waiting.clear();
    for (const [rev, collections] of byRev) pull(collections, rev);
  }

  return {
    poke(collections: readonly CollectionName[], rev: number) {
      for (const name of collections) waiting.set(name, Math.max(rev, waiting.get(name) ?? 0));
      if (cancel) return;
      const rest = pulledAt + ROUND_MS - clock.now();
      if (rest <= 0) pullNow();
      else cancel = clock.after(rest, pullNow);
    },
    stop: () => cancel?.(),
  };
}
