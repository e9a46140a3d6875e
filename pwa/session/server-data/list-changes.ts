import type { ListName } from "../../../contracts/sync.ts";

/** `changed`: null when changes of any list may have been missed. */
type OnChange = (changed: readonly ListName[] | null) => void;

/** Creates a registry that notifies screens when one of their lists has changed on the server. */
export function createListChanges() {
  const listeners = new Set<{ lists: readonly ListName[] | null; onChange: OnChange }>();
  const notify: OnChange = (changed) => {
    for (const { lists, onChange } of [...listeners])
      if (!(lists && changed) || lists.some((list) => changed.includes(list))) onChange(changed);
  };
  return {
    notify,
    /** Notifies all listeners after the stream was disconnected, because changes may have been missed. */
    notifyAll: () => notify(null),
    /** `lists` null: any list. */
    on(lists: readonly ListName[] | null, onChange: OnChange): () => void {
      const listener = { lists, onChange };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Shared by all desks that are opened one after the other in this tab. */
export const listChanges = createListChanges();
