import { useSyncExternalStore } from "react";

/** Browser bars that come and go while one scrolls take less than this. */
const LEAST_KEYBOARD_PX = 150;

type Size = { width: number; height: number };

/** Tells from the sizes of the visible viewport, one after the other, whether an on-screen keyboard covers a part of it. */
export function keyboardWatch() {
  let width = 0;
  let tallest = 0;
  return function isOpen(size: Size): boolean {
    // A turned device has other heights.
    if (size.width !== width) tallest = 0;
    width = size.width;
    tallest = Math.max(tallest, size.height);
    return tallest - size.height >= LEAST_KEYBOARD_PX;
  };
}

const isOpen = keyboardWatch();
const now = () => visualViewport !== null && isOpen(visualViewport);

function subscribe(listener: () => void) {
  visualViewport?.addEventListener("resize", listener);
  return () => visualViewport?.removeEventListener("resize", listener);
}

/** Whether the on-screen keyboard is open. Focus says nothing about it: a field can have the focus without a keyboard. */
export function useScreenKeyboard(): boolean {
  return useSyncExternalStore(subscribe, now);
}
