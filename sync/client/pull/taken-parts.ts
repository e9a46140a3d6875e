import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import type { ChangesEvent } from "../desk-types.ts";
import { type PulledPage, pageOf } from "./pages.ts";

type Taken = { from: number; page: PulledPage };

/** The most parts that wait per collection. A device that stores them too slowly drops them and pulls instead. */
const MAX_TAKEN = 50;

/** Keeps the parts that the stream has brought until the collections store them. */
export function createTakenParts() {
  const parts = new Map<CollectionName, Taken[]>();

  return {
    keep({ scope, to, from, parts: brought }: ChangesEvent) {
      for (const collection of Object.keys(brought) as CollectionName[]) {
        const begin = from[collection];
        if (begin === undefined) continue;
        const page: PulledPage = { ...pageOf(brought[collection], to, scope), wasKept: true };
        parts.set(collection, [...(parts.get(collection) ?? []), { from: begin, page }].slice(-MAX_TAKEN));
      }
    },
    /**
     * Returns the part that continues a position. Changes that the device already has may be repeated in it: each
     * document comes as it is at the part's end. Null: changes before it are missing.
     */
    next(collection: CollectionName, at: Checkpoint): PulledPage | null {
      const ahead = (parts.get(collection) ?? []).filter(({ page }) => page.checkpoint.rev > at.rev);
      const [first, ...later] = ahead;
      const continues = first !== undefined && first.from <= at.rev && first.page.checkpoint.scope === at.scope;
      parts.set(collection, continues ? later : ahead);
      return continues ? first.page : null;
    },
    forget: () => parts.clear(),
  };
}
