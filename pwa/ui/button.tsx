import type { ComponentPropsWithRef, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type ButtonKind = "primary" | "plain" | "soft" | "ghost" | "danger" | "danger-ghost";
export type ControlSize = "small" | "normal" | "large";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-primary text-on-primary enabled:hover:bg-primary-hover enabled:active:bg-primary-active",
  plain: "bg-surface text-ink control-ring enabled:hover:bg-hover enabled:active:bg-selected [&_svg]:text-ink-2",
  soft: "bg-primary-soft text-on-primary-soft enabled:hover:bg-selected enabled:active:bg-selected",
  ghost: "text-ink-2 enabled:hover:bg-hover enabled:active:bg-selected",
  danger: "bg-danger text-on-danger enabled:hover:bg-danger-hover enabled:active:bg-danger-hover",
  "danger-ghost": "text-danger-ink enabled:hover:bg-danger-soft enabled:active:bg-danger-soft",
};

const sizes: Record<ControlSize, string> = {
  small: "h-(--control-sm) rounded-md px-2.5 text-xs touch:text-sm",
  normal: "h-(--control) rounded-md px-3 text-sm touch:text-base",
  large: "h-11 rounded-md px-4.5 text-md",
};

const disabledLook =
  "disabled:bg-sunken disabled:text-ink-disabled disabled:[box-shadow:inset_0_0_0_1px_var(--line)] disabled:[&_svg]:text-inherit";

export type ButtonProps = Omit<ComponentPropsWithRef<"button">, "children"> & {
  kind?: ButtonKind;
  size?: ControlSize;
  icon?: ReactNode;
  /** A text says what is in progress. The button keeps its width and cannot be pressed meanwhile. */
  busy?: string | false;
  children: ReactNode;
};

export function Button({ kind = "plain", size = "normal", icon, busy = false, className, ...rest }: ButtonProps) {
  const { children, disabled, onClick, type = "button", ...attributes } = rest;
  const isBusy = busy !== false;
  return (
    <button
      {...attributes}
      type={type}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap font-medium",
        "transition-colors duration-instant",
        sizes[size],
        kinds[kind],
        !isBusy && disabledLook,
        className,
      )}
    >
      {isBusy ? <BusyRing /> : icon}
      {isBusy ? busy : children}
    </button>
  );
}

function BusyRing() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
