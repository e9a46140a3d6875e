import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

export type TabItem<Id extends string> = { id: Id; label: string; icon?: ReactNode; badge?: ReactNode };
type TabsProps<Id extends string> = {
  label: string;
  items: TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Pills are for tabs inside a tab. */
  look?: "line" | "pills";
  className?: string;
  /** Shown at the right of the tabs. */
  end?: ReactNode;
  /** The panel of the chosen tab. */
  children: ReactNode;
  panelClassName?: string;
};

const tabLooks = {
  line: "relative h-10 gap-1.5 px-2.5 font-medium text-ink-2 data-selected:font-semibold data-selected:text-ink data-selected:after:absolute data-selected:after:inset-x-2 data-selected:after:-bottom-px data-selected:after:h-[2.5px] data-selected:after:rounded-t-xs data-selected:after:bg-primary touch:h-11 touch:text-md",
  pills:
    "h-7 gap-1.5 rounded-full px-2.5 font-medium text-ink-2 hover:bg-hover data-selected:bg-primary-soft data-selected:text-on-primary-soft touch:h-9 touch:px-3.5 touch:text-base",
};
const listLooks = { line: "gap-0.5 border-line border-b px-2", pills: "items-center gap-1 px-3 py-2" };

/** Returns the tab to which a key moves from the tab at `at`; null for other keys. The arrows wrap around. */
function tabAfter(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home" || key === "PageUp") return 0;
  return key === "End" || key === "PageDown" ? count - 1 : null;
}

/** Draws tabs and the panel of the chosen one; arrow keys move between tabs. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, value, onChange, look = "line", className, end, children, panelClassName } = props;
  const id = useId();
  function moveByKey(event: KeyboardEvent<HTMLDivElement>) {
    const tabs = [...event.currentTarget.children];
    const next = tabAfter(event.key, tabs.indexOf(event.target as Element), items.length);
    const item = next === null ? undefined : items[next];
    if (next === null || !item) return;
    event.preventDefault();
    event.stopPropagation();
    (tabs[next] as HTMLElement).focus();
    if (item.id !== value) onChange(item.id);
  }
  return (
    <div className="contents">
      <div className={classNames("flex shrink-0 overflow-x-auto", listLooks[look], className)}>
        <div
          role="tablist"
          aria-label={label}
          aria-orientation="horizontal"
          onKeyDown={moveByKey}
          className={classNames("flex", look === "line" ? "gap-0.5" : "gap-1")}
        >
          {items.map((item) => {
            const isSelected = item.id === value;
            return (
              <button
                key={item.id}
                type="button"
                role="tab"
                id={`${id}-${item.id}`}
                aria-selected={isSelected}
                aria-controls={isSelected ? `${id}-panel` : undefined}
                data-selected={isSelected ? "" : undefined}
                tabIndex={isSelected ? 0 : -1}
                onClick={() => !isSelected && onChange(item.id)}
                className={classNames(
                  "inline-flex shrink-0 items-center whitespace-nowrap -outline-offset-2 not-focus-visible:outline-none",
                  tabLooks[look],
                )}
              >
                {item.icon}
                {item.label}
                {item.badge}
              </button>
            );
          })}
        </div>
        {end}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
        className={classNames("outline-none", panelClassName)}
      >
        {children}
      </div>
    </div>
  );
}
