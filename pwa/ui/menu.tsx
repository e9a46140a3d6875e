import {
  Menu as HeadlessMenu,
  MenuItem as HeadlessMenuItem,
  MenuSeparator as HeadlessMenuSeparator,
  MenuButton,
  MenuItems,
  type MenuItemsProps,
} from "@headlessui/react";
import { Check } from "lucide-react";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { classNames } from "./class-names.ts";
import { Kbd } from "./kbd.tsx";
import { LazyTrigger, type TriggerProps } from "./lazy-trigger.tsx";
import { floatingClass, floatingRowClass } from "./menu-look.ts";

type MenuProps = {
  /** A Button or an IconButton. */
  button: ReactElement<TriggerProps>;
  side?: "bottom start" | "bottom end" | "top start" | "top end" | "right start";
  children: ReactNode;
};

export function Menu({ button, side = "bottom end", children }: MenuProps) {
  const anchor: MenuItemsProps["anchor"] = { to: side, gap: 4, padding: 8 };
  return (
    <HeadlessMenu>
      <MenuButton as={Fragment} disabled={button.props.disabled}>
        {button}
      </MenuButton>
      <MenuItems anchor={anchor} className={classNames(floatingClass, "min-w-54 overflow-y-auto")}>
        {children}
      </MenuItems>
    </HeadlessMenu>
  );
}

const openingKeys = ["Enter", " ", "ArrowDown", "ArrowUp"];

/** A menu that is mounted when its button is first used. */
export const LazyMenu = ({ button, ...menu }: MenuProps) => (
  <LazyTrigger button={button} keys={openingKeys} hasPopup="menu">
    {(trigger) => <Menu button={trigger} {...menu} />}
  </LazyTrigger>
);

type MenuItemProps = {
  icon?: ReactNode;
  shortcut?: string;
  /** Destructive items come last. */
  danger?: boolean;
  disabled?: boolean;
  checked?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

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

export function MenuSeparator() {
  return <HeadlessMenuSeparator className="mx-1.5 my-1 h-px bg-line" />;
}
