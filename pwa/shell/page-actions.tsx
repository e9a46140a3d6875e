import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();

function setSlot(element: HTMLElement | null): void {
  slot = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Marks the end of the top bar, where a screen's actions are inserted. */
export const PageActionsSlot = () => <span ref={setSlot} className="contents sm:hidden" />;

/** Adds a screen's actions to the top bar on phones. */
export function PageActions({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element && createPortal(children, element);
}
