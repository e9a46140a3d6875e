import { useCallback, useEffect, useMemo, useState } from "react";

const none: ReadonlySet<string> = new Set();

/** Holds the selection among the shown rows. Escape clears it while no layer is open. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [selected, select] = useState(none);
  const clear = useCallback(() => select(none), []);
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const isAny = chosen.length > 0;
  useEffect(() => {
    if (!isAny) return;
    function handleKey(event: KeyboardEvent) {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("[role$=dialog]")) clear();
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isAny, clear]);
  return { selected, select, chosen, clear };
}
