import { useSyncExternalStore } from "react";
import type { SyncState } from "../ui/sync-chip.tsx";

export type ShownSyncStatus = { state: SyncState; waiting: number; refused: number };
export type SyncStatusSource = { get: () => ShownSyncStatus; subscribe: (listener: () => void) => () => void };

const synced: ShownSyncStatus = { state: "synced", waiting: 0, refused: 0 };
const nothingOpen: SyncStatusSource = { get: () => synced, subscribe: () => () => undefined };

let source = nothingOpen;
const listeners = new Set<() => void>();
let leave = () => {};

/** The shell stands outside the desk and shows what the open desk says. Null: no desk is open. */
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
