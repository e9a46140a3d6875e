import type { LucideIcon } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import type { ShortcutId } from "../keyboard/shortcuts.ts";

/** An action that the palette offers while the screen that registers it is mounted. */
export type OfferedAction = {
  id: string;
  label: () => string;
  icon: LucideIcon;
  shortcut?: ShortcutId;
  run: () => void;
};

let offers: readonly (readonly OfferedAction[])[] = [];
const listeners = new Set<() => void>();

function change(next: typeof offers) {
  offers = next;
  for (const listener of listeners) listener();
}

/** Registers actions. `actions` must stay the same array while nothing about them changes. */
export function useOfferedActions(actions: readonly OfferedAction[]): void {
  useEffect(() => {
    change([...offers, actions]);
    return () => change(offers.filter((offer) => offer !== actions));
  }, [actions]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the latest first, because they belong to the topmost part of the screen. */
export function useAllOfferedActions(): OfferedAction[] {
  return useSyncExternalStore(subscribe, () => offers)
    .toReversed()
    .flat();
}
