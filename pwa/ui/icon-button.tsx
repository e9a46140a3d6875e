import type { ComponentPropsWithRef, ReactNode } from "react";
import { Dot, type DotTone } from "./badge.tsx";
import type { ControlSize } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Tooltip } from "./layers/tooltip.tsx";

const sizes: Record<ControlSize, string> = {
  small: "size-(--control-sm) rounded-md",
  normal: "size-(--control) rounded-md",
  large: "size-11 rounded-md",
};

const kinds = {
  ghost: "text-ink-2 enabled:hover:bg-hover enabled:active:bg-selected data-open:bg-hover",
  primary: "bg-primary text-on-primary enabled:hover:bg-primary-hover enabled:active:bg-primary-active",
  danger: "text-danger-ink enabled:hover:bg-danger-soft enabled:active:bg-danger-soft",
};

export type IconButtonProps = Omit<ComponentPropsWithRef<"button">, "children"> & {
  /** The accessible name and the tooltip. */
  label: string;
  shortcut?: string;
  icon: ReactNode;
  kind?: keyof typeof kinds;
  size?: ControlSize;
  pressed?: boolean;
  dot?: DotTone;
};

export function IconButton({ label, shortcut, icon, kind = "ghost", size = "normal", ...rest }: IconButtonProps) {
  const { pressed, dot, className, type = "button", ...attributes } = rest;
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <button
        {...attributes}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(
          "relative inline-grid shrink-0 place-items-center transition-colors duration-instant",
          "disabled:text-ink-disabled",
          sizes[size],
          kinds[kind],
          pressed && "bg-hover text-primary-ink",
          className,
        )}
      >
        {dot ? (
          <span className="relative">
            {icon}
            <Dot tone={dot} className="absolute -top-0.5 -right-0.5" />
          </span>
        ) : (
          icon
        )}
      </button>
    </Tooltip>
  );
}
