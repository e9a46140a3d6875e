import { useSyncExternalStore } from "react";

/** The figures that the menu shows beside its entries, set by the components that hold the data. */
export type MenuSignals = { connectionDown: boolean; unreadTickets: number; unreadChats: number };

let signals: MenuSignals = { connectionDown: false, unreadTickets: 0, unreadChats: 0 };
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
