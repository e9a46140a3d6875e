import { useEffect, useState } from "react";

/** The specification's delay between the last keystroke and a search. */
export const DEBOUNCE_MS = 500;
/** Minimum number of characters to search people, of whom there may be very many. */
export const SEARCH_FROM = 3;

/** Returns the value after it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs = DEBOUNCE_MS): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
