import { cloneElement, type ReactElement, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "../kbd.tsx";

const DELAY_MS = 400;
const GAP_PX = 6;

export type TooltipTrigger = {
  onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: React.PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void;
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void;
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void;
};

type TipWords = { label: string; shortcut?: string; side?: "bottom" | "right" };

/** Shows the name of an icon on hover or keyboard focus. It repeats an accessible name and never adds one. */
export function Tooltip(props: TipWords & { children: ReactElement<TooltipTrigger> }) {
  const { children, ...words } = props;
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const timer = useRef<number>(undefined);
  const hide = () => {
    window.clearTimeout(timer.current);
    setAnchor(null);
  };
  const show = (element: HTMLElement, delayMs: number) => {
    window.clearTimeout(timer.current);
    // After a tap the focus can return to a button automatically; without hover nothing would close the tooltip.
    if (matchMedia("(hover: none)").matches) return;
    timer.current = window.setTimeout(() => {
      // It would cover what the button has opened.
      if (element.getAttribute("aria-expanded") !== "true") setAnchor(element.getBoundingClientRect());
    }, delayMs);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const given = children.props;
  const trigger = cloneElement(children, {
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event);
      if (event.pointerType === "mouse") show(event.currentTarget, DELAY_MS);
    },
    onPointerLeave: (event) => {
      given.onPointerLeave?.(event);
      hide();
    },
    onPointerDown: (event) => {
      given.onPointerDown?.(event);
      hide();
    },
    onFocus: (event) => {
      given.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, 0);
    },
    onBlur: (event) => {
      given.onBlur?.(event);
      hide();
    },
  });
  return (
    <>
      {trigger}
      {anchor && createPortal(<Tip anchor={anchor} {...words} />, document.body)}
    </>
  );
}

function Tip({ anchor, label, shortcut, side = "bottom" }: TipWords & { anchor: DOMRect }) {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    const { left, top } = placed(anchor, element.getBoundingClientRect(), side);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    element.style.opacity = "1";
  }, [anchor, side]);
  return (
    <div
      ref={tip}
      role="presentation"
      aria-hidden="true"
      className="pointer-events-none fixed top-0 left-0 z-tooltip inline-flex items-center gap-1.5 rounded-sm bg-tooltip px-2 py-1 text-tooltip-ink text-xs opacity-0 transition-opacity duration-fast"
    >
      {label}
      {shortcut && <Kbd onTooltip>{shortcut}</Kbd>}
    </div>
  );
}

/** Places the tooltip below the anchor, or above it where there is no room, never outside the window. */
function placed(anchor: DOMRect, tip: DOMRect, side: "bottom" | "right"): { left: number; top: number } {
  if (side === "right") {
    return { left: anchor.right + GAP_PX, top: anchor.top + anchor.height / 2 - tip.height / 2 };
  }
  const below = anchor.bottom + GAP_PX;
  const centred = anchor.left + anchor.width / 2 - tip.width / 2;
  return {
    left: Math.min(Math.max(GAP_PX, centred), window.innerWidth - tip.width - GAP_PX),
    top: below + tip.height < window.innerHeight ? below : anchor.top - GAP_PX - tip.height,
  };
}
