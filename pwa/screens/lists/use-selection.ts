import { useCallback, useMemo, useState } from "react";
import { useSystemBack } from "../../ui/layers/use-system-back.ts";

const none: ReadonlySet<string> = new Set();

/** Holds the selection among the shown rows. A selection is a layer. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [selected, select] = useState(none);
  const clear = useCallback(() => select(none), []);
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  useSystemBack(chosen.length > 0, clear);
  return { selected, select, chosen, clear };
}
