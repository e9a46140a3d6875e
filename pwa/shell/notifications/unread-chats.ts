import { useSyncExternalStore } from "react";
import type { ChatView } from "../../../sync/client/index.ts";

let unread: readonly ChatView[] = [];
const listeners = new Set<() => void>();

/** Stores the internal chats with unread messages: set by the component that holds the desk, shown by the top bar. */
export function setUnreadChats(next: readonly ChatView[]): void {
  unread = next;
  for (const listener of listeners) listener();
}

export function useUnreadChats(): readonly ChatView[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => unread,
  );
}
