import { useEffect, useState } from "react";

/** The specification's pause between the last keystroke and a search. */
export const DEBOUNCE_MS = 500;
/** How many characters it takes to search people, who may be very many. */
export const SEARCH_FROM = 3;

/** A value once it has stood still for half a second. */
export function useDebounced<T>(value: T, delayMs = DEBOUNCE_MS): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
