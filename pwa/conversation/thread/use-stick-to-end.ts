import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const AT_END_PX = 40;

const distanceToEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight;

type Ends = { first: string | undefined; last: string | undefined; lastIsMine: boolean; count: number };

/**
 * Keeps the scroll position of a growing message list: at the end while the reader is there, and on the same message
 * when older ones are added above. `unseen` counts messages added below while the reader was elsewhere. `onNearTop` is
 * called while the reader scrolls within `nearTopPx` of the top.
 */
export function useStickToEnd({ first, last, lastIsMine, count }: Ends, onNearTop: () => void, nearTopPx = 50) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const top = useRef(0);
  const height = useRef(0);
  const fromEnd = useRef(0);
  const shown = useRef<{ first: string | undefined; last: string | undefined; count: number }>(undefined);
  const [unseen, setUnseen] = useState(0);
  const [isAwayFromEnd, setAwayFromEnd] = useState(false);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    atEnd.current = true;
    setUnseen(0);
    setAwayFromEnd(false);
  }, []);

  /** Unpins the list from the end before an older message is shown, so that growth does not scroll back down. */
  const leaveEnd = useCallback(() => {
    atEnd.current = false;
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = shown.current;
    shown.current = { first, last, count };
    if (!element) return;
    const grewBelow = before?.last !== last;
    if (!before || atEnd.current || (grewBelow && lastIsMine)) toEnd();
    else if (before.first !== first) element.scrollTop = element.scrollHeight - fromEnd.current;
    else if (grewBelow) setUnseen((already) => already + Math.max(0, count - before.count));
  }, [first, last, lastIsMine, count, toEnd]);

  // Keeps the end in view when pictures load, the composer grows or a keyboard opens.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return;
    const watch = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
      setAwayFromEnd(distanceToEnd(element) >= AT_END_PX);
    });
    watch.observe(element);
    watch.observe(content.current);
    return () => watch.disconnect();
  }, []);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const nearEnd = distanceToEnd(element) < AT_END_PX;
    // Resizing content also moves the end away; the list is unpinned only when the reader scrolls up.
    if (nearEnd) atEnd.current = true;
    else if (element.scrollTop < top.current && element.scrollHeight === height.current) atEnd.current = false;
    top.current = element.scrollTop;
    height.current = element.scrollHeight;
    fromEnd.current = element.scrollHeight - element.scrollTop;
    setAwayFromEnd(!nearEnd && !atEnd.current);
    if (nearEnd) setUnseen(0);
    if (element.scrollTop < nearTopPx) onNearTop();
  }, [onNearTop, nearTopPx]);

  return { scroller, content, onScroll, toEnd, leaveEnd, unseen, isAwayFromEnd };
}
