import type { ListName } from "../../sync/contracts/sync.ts";

type Listener = { lists: readonly ListName[]; hear: () => void };

/** Which lists of the company have changed, as the stream tells it to whoever shows one. */
export function createListChanges() {
  const listeners = new Set<Listener>();
  return {
    hear(changed: readonly ListName[]) {
      for (const { lists, hear } of [...listeners]) if (lists.some((list) => changed.includes(list))) hear();
    },
    /** The line was down: nobody knows what has changed meanwhile. */
    hearAll() {
      for (const { hear } of [...listeners]) hear();
    },
    on(lists: readonly ListName[], hear: () => void): () => void {
      const listener = { lists, hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** One for all desks that follow each other in this tab. */
export const listChanges = createListChanges();
