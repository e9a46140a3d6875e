import type { PointerEvent, SyntheticEvent } from "react";

/** Menus and popovers are portals: their events bubble through React to the button's ancestors. */
const isInside = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node);

/**
 * Handlers for an element around buttons: pressing one leaves the focus where it is, and the keyboard of a phone
 * open. A keyboard that closes between touch and click moves the button away from the finger, and the click is lost.
 */
export const keepFocus = {
  onPointerDown(event: PointerEvent) {
    if (event.pointerType !== "mouse" && isInside(event)) event.preventDefault();
  },
  onMouseDown(event: SyntheticEvent) {
    if (isInside(event)) event.preventDefault();
  },
};
