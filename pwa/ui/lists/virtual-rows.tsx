import { observeElementOffset, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { classNames } from "../class-names.ts";
import type { VirtualListProps } from "./virtual-list.tsx";

const NEAR_END_PX = 100;

type OffsetListener = (offset: number, isScrolling: boolean) => void;

/**
 * Reports the end of a scroll with the offset of the last scroll event. The library reads the offset again when its
 * timer ends; an offset that is newer than the last event makes it ignore the next event, and that frame is blank.
 */
function observeScrolledOffset(virtualizer: Virtualizer<HTMLDivElement, Element>, listener: OffsetListener) {
  let scrolled: number | undefined;
  return observeElementOffset(virtualizer, (offset, isScrolling) => {
    if (isScrolling) scrolled = offset;
    listener(scrolled ?? offset, isScrolling);
  });
}

export function VirtualRows<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, estimateSize, renderItem, onNearEnd, className, ref, initialOffset = 0 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimateSize,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item);
    },
    overscan: 6,
    initialOffset,
    observeElementOffset: observeScrolledOffset,
  });
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
    element: () => scroller.current,
  }));

  const count = items.length;
  const reachEnd = useEffectEvent(() => onNearEnd?.());
  const hasMore = onNearEnd !== undefined;
  useEffect(() => {
    const element = scroller.current;
    if (!element || !hasMore || count === 0) return;
    const look = () => {
      if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX) reachEnd();
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [hasMore, count]);

  return (
    <div
      ref={scroller}
      data-kept-scroll=""
      className={classNames("min-h-0 flex-1 overflow-y-auto overscroll-contain", className)}
    >
      <ul aria-label={label} className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={count}
              aria-posinset={row.index + 1}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {renderItem(item, row.index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
