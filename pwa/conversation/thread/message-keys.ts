import { type RefObject, useEffect, useEffectEvent } from "react";

const SELECTOR = "[data-message]";

export function focusMessage(scroller: HTMLElement | null, messageId: string): boolean {
  const element = scroller?.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
  if (!element) return false;
  element.scrollIntoView({ block: "center" });
  element.focus({ preventScroll: true });
  return true;
}

/** Marks one message as the found one and unmarks any other; null: unmarks all. */
export function markMessage(scroller: HTMLElement | null, messageId: string | null): HTMLElement | null {
  for (const before of scroller?.querySelectorAll("[data-found]") ?? []) before.removeAttribute("data-found");
  const element = scroller?.querySelector<HTMLElement>(`[data-message="${messageId}"]`) ?? null;
  element?.setAttribute("data-found", "");
  return element;
}

/** Focuses the last message, or the empty thread. */
export function focusLastMessage(scroller: HTMLElement | null): void {
  const all = scroller?.querySelectorAll<HTMLElement>(SELECTOR);
  (all?.[all.length - 1] ?? scroller)?.focus();
}

export type MessageKeys = {
  /** Handles any other key of a selected message; returns false for a key that it does not use. */
  onKey: (event: KeyboardEvent, selected: { id: string; element: HTMLElement }) => boolean;
  onLeave: () => void;
};

/** Handles the keys of a selected message: arrows move, Escape returns to the composer. */
export function useMessageKeys(scroller: RefObject<HTMLElement | null>, keys: MessageKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const selected = event.target instanceof HTMLElement && event.target.matches(SELECTOR) ? event.target : null;
    if (!selected || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...(scroller.current?.querySelectorAll<HTMLElement>(SELECTOR) ?? [])];
    const step = (by: number) => all[all.indexOf(selected) + by]?.focus();
    const key = event.key.toLowerCase();
    if (key === "arrowup") step(-1);
    else if (key === "arrowdown") step(1);
    else if (key === "escape") keys.onLeave();
    else if (!keys.onKey(event, { id: selected.dataset.message ?? "", element: selected })) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = scroller.current;
    const listener = (event: KeyboardEvent) => press(event);
    element?.addEventListener("keydown", listener);
    return () => element?.removeEventListener("keydown", listener);
  }, [scroller]);
}
