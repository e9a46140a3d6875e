import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from "@headlessui/react";
import { cloneElement, Fragment } from "react";
import { classNames } from "../class-names.ts";
import { useRepeatedUse } from "../late-button.tsx";
import type { Use } from "../late-part.ts";
import { floatingClass } from "./menu-look.ts";
import type { PopoverProps } from "./popover.tsx";
import { SystemBack } from "./use-system-back.ts";

/** `use`: opens the popover when it is mounted, as by this use of its button. */
export function Popover(props: PopoverProps & { use: Use | null }) {
  const { button, label, side = "bottom end", children, className, use } = props;
  const ref = useRepeatedUse(use);
  return (
    <HeadlessPopover className="contents">
      {({ open, close }) => (
        <>
          <SystemBack open={open} onBack={close} />
          <PopoverButton as={Fragment}>{cloneElement(button, { ref })}</PopoverButton>
          <PopoverPanel
            focus
            aria-label={label}
            anchor={{ to: side, gap: 4, padding: 8 }}
            className={classNames(floatingClass, "p-3", className)}
          >
            {typeof children === "function" ? children(() => close()) : children}
          </PopoverPanel>
        </>
      )}
    </HeadlessPopover>
  );
}
