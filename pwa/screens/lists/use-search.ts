import { useState } from "react";
import { useDebounced } from "../../ui/hooks/use-debounced.ts";

/**
 * Returns the typed text of a list's search, and the searched text: lower-cased, half a second after the last
 * keystroke.
 */
export function useSearch() {
  const [typed, type] = useState("");
  const wanted = useDebounced(typed.trim().toLowerCase());
  return { typed, type, wanted };
}
export type Search = ReturnType<typeof useSearch>;
