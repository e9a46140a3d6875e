import { useSyncExternalStore } from "react";
import type { SyncState } from "../ui/sync-chip.tsx";

export type ShownSyncStatus = { state: SyncState; waiting: number; refused: number };
export type SyncStatusSource = { get: () => ShownSyncStatus; subscribe: (listener: () => void) => () => void };

const synced: ShownSyncStatus = { state: "synced", waiting: 0, refused: 0 };
const nothingOpen: SyncStatusSource = { get: () => synced, subscribe: () => () => undefined };

let source = nothingOpen;
const listeners = new Set<() => void>();
let leave = () => {};

/** Sets the sync status that the shell shows outside the desk. Null: no desk is open. */
export function setSyncStatusSource(next: SyncStatusSource | null): void {
  leave();
  source = next ?? nothingOpen;
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
