import { useSyncExternalStore } from "react";

/** What the menu says about its entries, told by whoever holds the data. */
export type MenuSignals = { connectionDown: boolean; unreadTickets: number };

let signals: MenuSignals = { connectionDown: false, unreadTickets: 0 };
const listeners = new Set<() => void>();

export function setMenuSignals(change: Partial<MenuSignals>): void {
  signals = { ...signals, ...change };
  for (const listener of listeners) listener();
}

export function useMenuSignals(): MenuSignals {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => signals,
  );
}
