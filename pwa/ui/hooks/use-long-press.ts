import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef } from "react";

const LONG_MS = 500;
/** A resting finger moves a little; a scrolling finger moves more. */
const SLOP_PX = 10;

type Press = { timer: number; x: number; y: number };

/**
 * Returns handlers that call `onLong` when a finger rests on the element. The click that ends such a touch is
 * suppressed, even when `onLong` is undefined by then, and so is the browser's context menu.
 */
export function useLongPress(onLong: (() => void) | undefined) {
  const press = useRef<Press | null>(null);
  const wasLong = useRef(false);
  const end = () => {
    window.clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => () => window.clearTimeout(press.current?.timer), []);
  return {
    onPointerDown(event: PointerEvent) {
      wasLong.current = false;
      if (event.pointerType === "mouse" || !onLong) return;
      const { clientX: x, clientY: y } = event;
      const timer = window.setTimeout(() => {
        // `onLong` runs before the flag is set, because it may itself click something inside the element.
        onLong();
        wasLong.current = true;
      }, LONG_MS);
      press.current = { timer, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { current } = press;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > SLOP_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: SyntheticEvent) {
      if (press.current || wasLong.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      // A click by a program has no count: it opens a menu whose code was loaded meanwhile.
      if (!wasLong.current || event.detail === 0) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
