import { useSyncExternalStore } from "react";
import type { Waiting } from "./new-messages.ts";

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

/** Stores the tickets that wait for this user: set by the component that holds the desk, shown by the bell. */
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
