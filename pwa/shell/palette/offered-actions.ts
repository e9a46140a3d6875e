import type { LucideIcon } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import type { ShortcutId } from "../keyboard/shortcuts.ts";

/** Something the palette can do while the screen that offers it is there. */
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

/** `actions` must stay the same array while nothing about them changes. */
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

/** The latest first: what is on top of the screen is what one means. */
export function useAllOfferedActions(): OfferedAction[] {
  return useSyncExternalStore(subscribe, () => offers)
    .toReversed()
    .flat();
}
