import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";
import { classNames } from "./class-names.ts";
import { useScreenKeyboard } from "./fields/screen-keyboard.ts";

type PaneTab<Pane extends string> = { pane: Pane; label: string; icon: ReactNode; count: number; disabled?: boolean };
type PaneTabsProps<Pane extends string> = {
  label: string;
  tabs: readonly PaneTab<Pane>[];
  value: Pane;
  onChange: (pane: Pane) => void;
};

/**
 * Switches between the panes of an element of the class `panes` on narrow screens, which show one at a time. The tabs
 * stand at the bottom on phones and on top where there is more room. On phones they are hidden while the keyboard is
 * open or a recording is made, but not on focus alone: a button that moves during a tap receives no click.
 */
export function PaneTabs<Pane extends string>({ label, tabs, value, onChange }: PaneTabsProps<Pane>) {
  const keyboardOpen = useScreenKeyboard();
  return (
    <nav
      aria-label={label}
      className={classNames(
        "flex shrink-0 border-line bg-surface sm:order-first sm:border-b md:hidden max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] max-sm:in-[.panes:has([data-recording])]:hidden",
        keyboardOpen && "max-sm:hidden",
      )}
    >
      {tabs.map(({ pane, label, icon, count, disabled }) => (
        <button
          key={pane}
          type="button"
          disabled={disabled}
          aria-current={value === pane ? "page" : undefined}
          onClick={() => onChange(pane)}
          className={classNames(
            "relative flex h-12.5 disabled:opacity-45 flex-1 items-center justify-center gap-2 text-base -outline-offset-2",
            value === pane
              ? "font-semibold text-primary-ink before:absolute before:inset-x-[24%] before:h-[2.5px] before:bg-primary max-sm:before:-top-px max-sm:before:rounded-b-xs sm:before:-bottom-px"
              : "font-medium text-ink-3",
          )}
        >
          {icon}
          {label}
          {count > 0 && <Badge count={count} />}
        </button>
      ))}
    </nav>
  );
}
