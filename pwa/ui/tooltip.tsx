import { cloneElement, type ReactElement, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "./kbd.tsx";

const DELAY_MS = 400;
const GAP_PX = 6;

export type TooltipTrigger = {
  onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: React.PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void;
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void;
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void;
};

/** Shows the name of an icon on hover or keyboard focus. It repeats an accessible name: it never adds one. */
export function Tooltip(props: { label: string; shortcut?: string; children: ReactElement<TooltipTrigger> }) {
  const { label, shortcut, children } = props;
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const timer = useRef<number>(undefined);
  const hide = () => {
    window.clearTimeout(timer.current);
    setAnchor(null);
  };
  const show = (element: HTMLElement, delayMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAnchor(element.getBoundingClientRect()), delayMs);
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
      {anchor && createPortal(<Tip anchor={anchor} label={label} shortcut={shortcut} />, document.body)}
    </>
  );
}

function Tip({ anchor, label, shortcut }: { anchor: DOMRect; label: string; shortcut?: string }) {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const below = anchor.bottom + GAP_PX;
    const top = below + height < window.innerHeight ? below : anchor.top - GAP_PX - height;
    const centred = anchor.left + anchor.width / 2 - width / 2;
    element.style.top = `${top}px`;
    element.style.left = `${Math.min(Math.max(GAP_PX, centred), window.innerWidth - width - GAP_PX)}px`;
    element.style.opacity = "1";
  }, [anchor]);
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
