import { useEffect, useEffectEvent, useRef } from "react";

const NEAR_END_PX = 100;

/**
 * Marks the end of a list and calls `onNear` while it is within 100 px of the visible part. `count` is the number of
 * rows: when it changes and the end is still visible, `onNear` is called again.
 */
export function NearEnd({ count, onNear }: { count: number; onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = mark.current;
    if (!element || count === 0) return;
    const root = scrollerOf(element);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      root,
      rootMargin: `0px 0px ${NEAR_END_PX}px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return <div ref={mark} aria-hidden="true" className="h-px" />;
}

/**
 * Returns the scrolling ancestor: the observer's margin applies only to the element that scrolls, not to the window.
 */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let above = element.parentElement; above; above = above.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  }
  return null;
}
