import {
  Menu as HeadlessMenu,
  MenuItem as HeadlessMenuItem,
  MenuSeparator as HeadlessMenuSeparator,
  MenuButton,
  MenuItems,
  type MenuItemsProps,
} from "@headlessui/react";
import { Check } from "lucide-react";
import { cloneElement, Fragment } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";
import { Kbd } from "../kbd.tsx";
import { useRepeatedUse } from "../late-button.tsx";
import type { Use } from "../late-part.ts";
import type { MenuIconItemProps, MenuItemProps, MenuProps } from "./menu.tsx";
import { floatingClass, floatingRowClass } from "./menu-look.ts";
import { SystemBack } from "./use-system-back.ts";

/** `use`: opens the menu when it is mounted, as by this use of its button. */
export function Menu({ button, side = "bottom end", children, use }: MenuProps & { use: Use | null }) {
  const anchor: MenuItemsProps["anchor"] = { to: side, gap: 4, padding: 8 };
  const ref = useRepeatedUse(use);
  return (
    <HeadlessMenu>
      {({ open, close }) => (
        <>
          <SystemBack open={open} onBack={close} />
          <MenuButton as={Fragment} disabled={button.props.disabled}>
            {cloneElement(button, { ref })}
          </MenuButton>
          <MenuItems anchor={anchor} className={classNames(floatingClass, "min-w-54 overflow-y-auto")}>
            {children}
          </MenuItems>
        </>
      )}
    </HeadlessMenu>
  );
}

export function MenuItem({ icon, shortcut, danger, disabled, checked, onSelect, children }: MenuItemProps) {
  return (
    <HeadlessMenuItem
      as="button"
      type="button"
      disabled={disabled}
      onClick={onSelect}
      className={classNames(floatingRowClass, danger && "text-danger-ink! [&>svg]:text-inherit!")}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && (
        <span className="touch:hidden">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
      {checked && <Check role="img" aria-label={m.ui_selected()} size={15} />}
    </HeadlessMenuItem>
  );
}

/** Draws an item that is only an icon, for a row of several. */
export function MenuIconItem({ label, className, onSelect, children }: MenuIconItemProps) {
  return (
    <HeadlessMenuItem as="button" type="button" aria-label={label} onClick={onSelect} className={className}>
      {children}
    </HeadlessMenuItem>
  );
}

export function MenuSeparator() {
  return <HeadlessMenuSeparator className="mx-1.5 my-1 h-px bg-line" />;
}
