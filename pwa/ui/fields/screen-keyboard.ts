import { useSyncExternalStore } from "react";

/** Browser bars that appear and disappear while scrolling are lower than this. */
const MIN_KEYBOARD_PX = 150;

type Size = { width: number; height: number };

/**
 * Returns a function that takes each size of the visual viewport in turn and returns whether an on-screen keyboard
 * covers a part of it.
 */
export function keyboardWatch() {
  let width = 0;
  let tallest = 0;
  return function isOpen(size: Size): boolean {
    // After a rotation the heights differ.
    if (size.width !== width) tallest = 0;
    width = size.width;
    tallest = Math.max(tallest, size.height);
    return tallest - size.height >= MIN_KEYBOARD_PX;
  };
}

const isOpen = keyboardWatch();
const now = () => visualViewport !== null && isOpen(visualViewport);

function subscribe(listener: () => void) {
  visualViewport?.addEventListener("resize", listener);
  return () => visualViewport?.removeEventListener("resize", listener);
}

/**
 * Returns whether the on-screen keyboard is open. Focus does not show it: a field can have the focus without a
 * keyboard.
 */
export function useScreenKeyboard(): boolean {
  return useSyncExternalStore(subscribe, now);
}
