import { useSyncExternalStore } from "react";

/** What the shell can lay over every screen; one at a time. */
export type Layer = "palette" | "shortcuts" | "profile" | "outbox";

let open: Layer | null = null;
const listeners = new Set<() => void>();

export function openLayer(layer: Layer | null): void {
  // What is typed before the layer has the focus must not land in a message that Enter sends.
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
