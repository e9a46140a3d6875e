import { useState } from "react";
import { useDebounced } from "../../ui/use-debounced.ts";

/** What one types into a list's search, and what is asked for: lower-cased, half a second after the last key. */
export function useSearch() {
  const [typed, type] = useState("");
  const wanted = useDebounced(typed.trim().toLowerCase());
  return { typed, type, wanted };
}
export type Search = ReturnType<typeof useSearch>;
