import { useCallback, useRef, useState } from "react";
import type { ThreadView } from "../../../../sync/client/index.ts";
import { useDesk } from "../../../session/desk.tsx";

/** Loads one page of older messages at a time. */
export function useOlder(ticketId: string, thread: ThreadView) {
  const desk = useDesk();
  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const may = thread.hasOlder && !thread.endsHere;
  const load = useCallback(async () => {
    if (busy.current || !may) return;
    busy.current = true;
    setLoading(true);
    try {
      await desk.loadOlder(ticketId);
    } finally {
      busy.current = false;
      setLoading(false);
    }
  }, [desk, ticketId, may]);
  return { load, loading };
}
