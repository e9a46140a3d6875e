import { useSyncExternalStore } from "react";

const phones = matchMedia("(width < 37.5rem)");

function subscribe(listener: () => void) {
  phones.addEventListener("change", listener);
  return () => phones.removeEventListener("change", listener);
}

/** Whether the window is narrower than the `sm` breakpoint: lists are rows with sheets there, not tables. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => phones.matches);
}
