import { useMemo } from "react";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import type { QuickMessageView } from "../../../sync/client/index.ts";
import { useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import type { List } from "../lists/index.ts";

const nothing = () => {};

/** Returns the quick replies of this device as a list. The device stores all of them, so no request is needed. */
export function useQuickList(wanted: string): List<QuickMessageView> {
  const desk = useDesk();
  const { firstSyncDone } = useSyncStatus();
  const all = useObservable<QuickMessageView[] | null>(() => desk.quickMessages$(), [desk], null);
  const rows = useMemo(() => {
    const words = searchWords(wanted);
    const searched = ({ shortcode, message }: QuickMessageView) => searchable(shortcode, message);
    return (all ?? []).filter((one) => words.every((word) => searched(one).includes(word)));
  }, [all, wanted]);
  const isThere = all !== null && (firstSyncDone || all.length > 0);
  return {
    rows,
    hasMore: false,
    count: all === null ? null : rows.length,
    state: isThere ? "ready" : "loading",
    error: null,
    isKept: true,
    isStale: false,
    isLastSeen: false,
    readAt: null,
    linkUp: true,
    canWrite: true,
    more: nothing,
    again: nothing,
  };
}
