import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import type { ReactNode } from "react";
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

/** Draws tabs and the panel of the chosen one; arrow keys move between tabs. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, value, onChange, look = "line", className, end, children, panelClassName } = props;
  const selected = Math.max(
    0,
    items.findIndex((item) => item.id === value),
  );
  const change = (index: number) => {
    const item = items[index];
    if (item) onChange(item.id);
  };
  return (
    <TabGroup as="div" className="contents" selectedIndex={selected} onChange={change}>
      <div className={classNames("flex shrink-0 overflow-x-auto", listLooks[look], className)}>
        <TabList aria-label={label} className={classNames("flex", look === "line" ? "gap-0.5" : "gap-1")}>
          {items.map((item) => (
            <Tab
              key={item.id}
              className={classNames(
                "inline-flex shrink-0 items-center whitespace-nowrap -outline-offset-2 not-data-focus:outline-none",
                tabLooks[look],
              )}
            >
              {item.icon}
              {item.label}
              {item.badge}
            </Tab>
          ))}
        </TabList>
        {end}
      </div>
      <TabPanels as="div" className="contents">
        {items.map((item) => (
          <TabPanel key={item.id} tabIndex={-1} className={classNames("outline-none", panelClassName)}>
            {item.id === value ? children : null}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}
