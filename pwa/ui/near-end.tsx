import { useEffect, useEffectEvent, useRef } from "react";

const NEAR_END_PX = 100;

/**
 * Stands after the last row and calls while it is within 100 px of what is seen. `count`: how many rows there are, so
 * that a short page that leaves the end in sight asks on.
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

/** The margin counts only for the element that scrolls, not for the window around it. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let above = element.parentElement; above; above = above.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  }
  return null;
}
