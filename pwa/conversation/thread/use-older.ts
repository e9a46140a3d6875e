import { useCallback, useRef, useState } from "react";

type Older = { hasOlder: boolean; endsHere: boolean };

/** Loads one page of older messages at a time. `loadOlder` must stay the same function for the same thread. */
export function useOlder({ hasOlder, endsHere }: Older, loadOlder: () => Promise<unknown>) {
  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const may = hasOlder && !endsHere;
  const load = useCallback(async () => {
    if (busy.current || !may) return;
    busy.current = true;
    setLoading(true);
    try {
      await loadOlder();
    } finally {
      busy.current = false;
      setLoading(false);
    }
  }, [loadOlder, may]);
  return { load, loading };
}
