import { cloneElement, type KeyboardEvent, type ReactElement, type Ref, useLayoutEffect, useRef } from "react";
import type { Use } from "./late-part.ts";

export type OpenerProps = {
  disabled?: boolean;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  ref?: Ref<HTMLButtonElement>;
};
/** A Button or an IconButton that opens something. */
export type Opener = ReactElement<OpenerProps>;

const keys: readonly string[] = ["Enter", " ", "ArrowDown", "ArrowUp"] satisfies Use[];
const isUse = (key: string): key is Use => keys.includes(key);

type LateButtonProps = { button: Opener; popup?: "menu"; onUse: (how: Use) => void };

/** Draws the button of a menu or popover whose part is not loaded. Only menus open by the arrow keys. */
export function LateButton({ button, popup, onUse }: LateButtonProps) {
  return cloneElement(button, {
    ...(popup && { "aria-haspopup": popup }),
    "aria-expanded": false,
    onClick: () => onUse("press"),
    onKeyDown: (event) => {
      if (!isUse(event.key) || (!popup && event.key.startsWith("Arrow"))) return;
      event.preventDefault();
      onUse(event.key);
    },
  });
}

/**
 * Returns a ref for the button that replaces a late button: it takes the focus, and the use is repeated on it, so that
 * the first press or key opens the part.
 */
export function useRepeatedUse(use: Use | null): Ref<HTMLButtonElement> {
  const ref = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const button = ref.current;
    if (use === null || !button || isDone.current) return;
    isDone.current = true;
    button.focus({ preventScroll: true });
    if (use === "press") button.click();
    else button.dispatchEvent(new KeyboardEvent("keydown", { key: use, bubbles: true, cancelable: true }));
  }, [use]);
  return ref;
}
