import { EllipsisVertical, Plus } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { PageActions } from "../../shell/page-actions.tsx";
import { classNames } from "../../ui/class-names.ts";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/layers/menu.tsx";
import { FilterButton, type ListFilter } from "./filter-sheet.tsx";
import type { Search } from "./use-search.ts";

type AddButtonProps = { label: string; icon?: ReactNode } & ComponentPropsWithRef<"button">;

/** Draws the floating button of a list: a "+", or an icon with its label beside it. */
export const AddButton = ({ label, icon, ...button }: AddButtonProps) => (
  <button
    type="button"
    {...button}
    aria-label={label}
    className={classNames(
      "absolute right-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-sticky flex h-14 items-center justify-center gap-3 rounded-xl bg-primary text-on-primary shadow-lift active:bg-primary-active disabled:bg-sunken disabled:text-ink-disabled",
      icon ? "px-5 font-medium text-md" : "w-14",
    )}
  >
    {icon ?? <Plus aria-hidden="true" size={26} strokeWidth={1.6} />}
    {icon && label}
  </button>
);

type PhoneListProps = {
  title: string;
  search?: Search;
  searchLabel?: string;
  filter?: ListFilter;
  /** Items of the menu "⋮". */
  menu?: ReactNode;
  /** An `AddButton`. It overlaps the rows; the list ends far enough above it. */
  add?: ReactNode;
  /** Replaces the tools and adds a bar below the rows while rows are selected. */
  selecting?: { head: ReactNode; bar: ReactNode } | null;
  children: ReactNode;
};

/** Draws the frame of every administration list on phones: one row of tools, rows of full width, one "+". */
export function PhoneList({ title, search, searchLabel, filter, menu, add, selecting, children }: PhoneListProps) {
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{title}</h1>
      {menu && !selecting && (
        <PageActions>
          <Menu button={<IconButton label={m.ui_more()} icon={<EllipsisVertical size={20} />} size="large" />}>
            {menu}
          </Menu>
        </PageActions>
      )}
      {selecting?.head}
      {!selecting && (search || filter) && (
        <div className="flex shrink-0 items-center gap-2 border-line border-b px-4 pt-0.5 pb-2.5">
          {search && <SearchField label={searchLabel} value={search.typed} onChange={search.type} className="flex-1" />}
          {filter && <FilterButton {...filter} />}
        </div>
      )}
      <div className={selecting ? "min-h-0 flex-1 overflow-y-auto" : "min-h-0 flex-1 overflow-y-auto pb-28"}>
        {children}
      </div>
      {selecting?.bar}
      {!selecting && add}
    </div>
  );
}
