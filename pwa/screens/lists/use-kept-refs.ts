import { useMemo } from "react";
import type { RefDocument, RefKind } from "../../../contracts/desk/refs.ts";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import { useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import type { KeptRows } from "./use-list.ts";

/**
 * Returns the rows of a small table that this device stores completely, filtered by names that contain every word of
 * `wanted`. Null until the device has them. `rowOf` must be the same function on each render.
 */
export function useKeptRefs<K extends RefKind, Row>(
  kind: K,
  rowOf: (ref: Extract<RefDocument, { kind: K }>) => Row,
  wanted = "",
): KeptRows<Row> | null {
  const desk = useDesk();
  const { firstSyncDone } = useSyncStatus();
  const refs = useObservable<Extract<RefDocument, { kind: K }>[] | null>(() => desk.refs$(kind), [desk, kind], null);
  return useMemo(() => {
    if (!refs || (!firstSyncDone && refs.length === 0)) return null;
    const words = searchWords(wanted);
    const found = refs.filter(({ name }) => words.every((word) => searchable(name).includes(word)));
    return { rows: found.map(rowOf), hasMore: false };
  }, [refs, firstSyncDone, rowOf, wanted]);
}
