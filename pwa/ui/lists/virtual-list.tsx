import { type ReactNode, type Ref, Suspense, use, useSyncExternalStore } from "react";
import { latePart } from "../late-part.ts";

export type VirtualListHandle = { scrollToIndex: (index: number) => void; element: () => HTMLElement | null };
export type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  /** In pixels; rows are measured once they are drawn. */
  estimateSize: number;
  /** The scroll position at first, in pixels. */
  initialOffset?: number;
  renderItem: (item: Item, index: number) => ReactNode;
  /** Called when the visible part comes within 100 px of the end. */
  onNearEnd?: () => void;
  className?: string;
  ref?: Ref<VirtualListHandle>;
};

export const rowsPart = latePart(() => import("./virtual-rows.tsx"));
// Rows come from the local database, whose code loads meanwhile. A list that is drawn without the part loads it again.
rowsPart.load().catch(() => undefined);

/** Draws only the visible rows. The first list of the page may be drawn before the code that measures rows is loaded. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const part = useSyncExternalStore(rowsPart.subscribe, rowsPart.get);
  if (part) return <part.VirtualRows {...props} />;
  return (
    <Suspense fallback={<div className="min-h-0 flex-1" />}>
      <Loading />
    </Suspense>
  );
}

function Loading() {
  use(rowsPart.load());
  return null;
}
