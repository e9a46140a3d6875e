import { useSyncExternalStore } from "react";

const phones = matchMedia("(width < 37.5rem)");

function subscribe(listener: () => void) {
  phones.addEventListener("change", listener);
  return () => phones.removeEventListener("change", listener);
}

/**
 * Returns whether the window is narrower than the `sm` breakpoint, where lists are rows with sheets instead of
 * tables.
 */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => phones.matches);
}
