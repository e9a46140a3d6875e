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

/** At the end of the top bar. */
export const PageActionsSlot = () => <span ref={setSlot} className="contents sm:hidden" />;

/** Phones: what a screen adds to the top bar. */
export function PageActions({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element && createPortal(children, element);
}
