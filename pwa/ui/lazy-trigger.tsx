import {
  cloneElement,
  type ReactElement,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from "react";

export type TriggerProps = {
  disabled?: boolean;
  onClick?: () => void;
  onKeyDown?: (event: ReactKeyboardEvent) => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

type LazyTriggerProps = {
  button: ReactElement<TriggerProps>;
  /** Keys that open it, besides a click. */
  keys?: readonly string[];
  hasPopup?: "menu";
  /** Mounts the menu or the popover around the button. */
  children: (button: ReactElement<TriggerProps>) => ReactNode;
};

/**
 * Shows the button of a menu or popover, and mounts the rest when the button is first used. A screen has many of them,
 * and mounting one costs more than a message.
 */
export function LazyTrigger({ button, keys = [], hasPopup, children }: LazyTriggerProps) {
  const [usedBy, setUsedBy] = useState<"click" | (string & {}) | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    const element = trigger.current;
    if (!element || usedBy === null || isOpened.current) return;
    isOpened.current = true;
    if (usedBy === "click") element.click();
    else element.dispatchEvent(new KeyboardEvent("keydown", { key: usedBy, bubbles: true, cancelable: true }));
  }, [usedBy]);
  if (usedBy !== null) return children(cloneElement(button, { ref: trigger }));
  return cloneElement(button, {
    "aria-haspopup": hasPopup,
    "aria-expanded": false,
    onClick: () => setUsedBy("click"),
    onKeyDown: (event) => {
      if (!keys.includes(event.key)) return;
      event.preventDefault();
      setUsedBy(event.key);
    },
  });
}
