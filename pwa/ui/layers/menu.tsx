import type { ReactNode } from "react";
import { LateButton, type Opener } from "../late-button.tsx";
import { latePart, usePartOnUse } from "../late-part.ts";

export type MenuProps = {
  button: Opener;
  side?: "bottom start" | "bottom end" | "top start" | "top end" | "right start";
  children: ReactNode;
};

export const menuPart = latePart(() => import("./headless-menu.tsx"));

/** Draws a button that opens a menu. The list of tickets has such buttons before the menu's code is loaded. */
export const Menu = (props: MenuProps) => <LateMenu {...props} isMountedOnUse={false} />;

/** Draws a menu that is mounted when its button is first used: a conversation has many, and each costs as a message. */
export const LazyMenu = (props: MenuProps) => <LateMenu {...props} isMountedOnUse />;

function LateMenu({ isMountedOnUse, ...props }: MenuProps & { isMountedOnUse: boolean }) {
  const { part, repeated, use } = usePartOnUse(menuPart, { isMountedOnUse });
  if (part) return <part.Menu {...props} use={repeated} />;
  return <LateButton button={props.button} popup="menu" onUse={use} />;
}

export type MenuItemProps = {
  icon?: ReactNode;
  shortcut?: string;
  /** Destructive items come last. */
  danger?: boolean;
  disabled?: boolean;
  checked?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** Items are drawn in an open menu only, so its code is loaded. */
export function MenuItem(props: MenuItemProps) {
  const part = menuPart.get();
  return part && <part.MenuItem {...props} />;
}

export type MenuIconItemProps = { label: string; className: string; onSelect: () => void; children: ReactNode };

export function MenuIconItem(props: MenuIconItemProps) {
  const part = menuPart.get();
  return part && <part.MenuIconItem {...props} />;
}

export function MenuSeparator() {
  const part = menuPart.get();
  return part && <part.MenuSeparator />;
}
