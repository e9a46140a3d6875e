import { useSyncExternalStore } from "react";
import type { SyncState } from "../ui/sync-chip.tsx";

export type ShownSyncStatus = { state: SyncState; waiting: number; refused: number };
export type SyncStatusSource = { get: () => ShownSyncStatus; subscribe: (listener: () => void) => () => void };

const opening: ShownSyncStatus = { state: "opening", waiting: 0, refused: 0 };
/** Without an open desk nothing is known, so nothing is called synced. */
const noDesk: SyncStatusSource = { get: () => opening, subscribe: () => () => undefined };

let source = noDesk;
const listeners = new Set<() => void>();
let leave = () => {};

/** Sets the sync status that the shell shows outside the desk. Null: no desk is open. */
export function setSyncStatusSource(next: SyncStatusSource | null): void {
  leave();
  source = next ?? noDesk;
  leave = source.subscribe(tell);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

export const shownSyncStatus: SyncStatusSource = {
  get: () => source.get(),
  subscribe(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function useShownSyncStatus(): ShownSyncStatus {
  return useSyncExternalStore(shownSyncStatus.subscribe, shownSyncStatus.get);
}
