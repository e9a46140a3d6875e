import { useSyncExternalStore } from "react";

/** A layer that the shell can open above every screen, one at a time. */
export type Layer = "palette" | "shortcuts" | "profile" | "outbox" | "announcements";

let open: Layer | null = null;
const listeners = new Set<() => void>();

export function openLayer(layer: Layer | null): void {
  // Text typed before the layer has the focus must not go into a message that Enter sends.
  if (layer && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  open = layer;
  for (const listener of listeners) listener();
}

export function useOpenLayer(): Layer | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => open,
  );
}
