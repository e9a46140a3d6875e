import type { ListName } from "../../contracts/sync.ts";

type Listener = { lists: readonly ListName[]; hear: () => void };

/** Creates a registry that notifies screens when one of their lists has changed on the server. */
export function createListChanges() {
  const listeners = new Set<Listener>();
  return {
    hear(changed: readonly ListName[]) {
      for (const { lists, hear } of [...listeners]) if (lists.some((list) => changed.includes(list))) hear();
    },
    /** Notifies all listeners after the stream was disconnected, because changes may have been missed. */
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

/** Shared by all desks that are opened one after the other in this tab. */
export const listChanges = createListChanges();
