import type { ListName } from "../../contracts/sync.ts";

type Listener = { lists: readonly ListName[]; onChange: () => void };

/** Creates a registry that notifies screens when one of their lists has changed on the server. */
export function createListChanges() {
  const listeners = new Set<Listener>();
  return {
    notify(changed: readonly ListName[]) {
      for (const { lists, onChange } of [...listeners]) if (lists.some((list) => changed.includes(list))) onChange();
    },
    /** Notifies all listeners after the stream was disconnected, because changes may have been missed. */
    notifyAll() {
      for (const { onChange } of [...listeners]) onChange();
    },
    on(lists: readonly ListName[], onChange: () => void): () => void {
      const listener = { lists, onChange };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Shared by all desks that are opened one after the other in this tab. */
export const listChanges = createListChanges();
