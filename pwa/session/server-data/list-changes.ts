import type { ListName } from "../../../contracts/sync.ts";

/** `changed`: null when changes of any list may have been missed. */
type Listener = (changed: readonly ListName[] | null) => void;

/** Creates a registry that notifies screens when one of their lists has changed on the server. */
export function createListChanges() {
  const listeners = new Set<Listener>();
  function tell(changed: readonly ListName[] | null) {
    for (const listener of [...listeners]) listener(changed);
  }
  function onAny(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  return {
    notify: (changed: readonly ListName[]) => tell(changed),
    /** Notifies all listeners after the stream was disconnected, because changes may have been missed. */
    notifyAll: () => tell(null),
    onAny,
    on: (lists: readonly ListName[], onChange: () => void) =>
      onAny((changed) => {
        if (changed === null || lists.some((list) => changed.includes(list))) onChange();
      }),
  };
}

/** Shared by all desks that are opened one after the other in this tab. */
export const listChanges = createListChanges();
