import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from "@headlessui/react";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { LazyTrigger, type TriggerProps } from "./lazy-trigger.tsx";
import { floatingClass } from "./menu-look.ts";

type PopoverProps = {
  /** A Button or an IconButton. */
  button: ReactElement<TriggerProps>;
  label: string;
  side?: "bottom start" | "bottom end" | "top start" | "top end";
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
};

export function Popover({ button, label, side = "bottom end", children, className }: PopoverProps) {
  return (
    <HeadlessPopover className="contents">
      <PopoverButton as={Fragment}>{button}</PopoverButton>
      <PopoverPanel
        focus
        aria-label={label}
        anchor={{ to: side, gap: 4, padding: 8 }}
        className={classNames(floatingClass, "p-3", className)}
      >
        {({ close }) => <>{typeof children === "function" ? children(() => close()) : children}</>}
      </PopoverPanel>
    </HeadlessPopover>
  );
}

/** A popover that is mounted when its button is first used. */
export const LazyPopover = ({ button, ...popover }: PopoverProps) => (
  <LazyTrigger button={button}>{(trigger) => <Popover button={trigger} {...popover} />}</LazyTrigger>
);
