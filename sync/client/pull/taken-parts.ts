import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import type { ChangesEvent } from "../desk-types.ts";
import { type PulledPage, pageOf } from "./pages.ts";

type Taken = { from: number; page: PulledPage };

/** The most parts that wait per collection. A device that stores them too slowly drops them and pulls instead. */
const MAX_TAKEN = 50;
/** Documents that are stored at once. */
const MAX_AT_ONCE = 100;

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
     * Returns the parts that continue a position, as one page: what came while the device was storing is stored
     * together. Changes that the device already has may be repeated in it: each document comes as it is at a part's end.
     * Null: changes before them are missing.
     */
    next(collection: CollectionName, at: Checkpoint): PulledPage | null {
      const ahead = (parts.get(collection) ?? []).filter(({ page }) => page.checkpoint.rev > at.rev);
      let page: PulledPage | null = null;
      for (let next = ahead[0]; next && continues(page?.checkpoint ?? at, next); next = ahead[0]) {
        if (page && page.documents.length + next.page.documents.length > MAX_AT_ONCE) break;
        page = page ? joined(collection, page, next.page) : next.page;
        ahead.shift();
      }
      parts.set(collection, ahead);
      return page;
    },
    forget: () => parts.clear(),
  };
}

const continues = (at: Checkpoint, { from, page }: Taken): boolean =>
  from <= at.rev && page.checkpoint.scope === at.scope;

/** A thread may come several times: its parts are merged in their order when they are stored. */
function joined(collection: CollectionName, earlier: PulledPage, later: PulledPage): PulledPage {
  const isThread = collection === "threads" || collection === "chatThreads";
  const again = new Set(isThread ? [] : later.documents.map(({ id }) => id));
  return { ...later, documents: [...earlier.documents.filter(({ id }) => !again.has(id)), ...later.documents] };
}
