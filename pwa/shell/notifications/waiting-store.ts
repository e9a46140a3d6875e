import { useSyncExternalStore } from "react";
import type { Waiting } from "./new-messages.ts";

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

/** What waits for this person, told by whoever holds the desk, shown by the bell. */
export function setWaiting(next: readonly Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => waiting,
  );
}
