import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { AddButton, PhoneList, type useSearch } from "../lists/index.ts";

type SchedulesFrameProps = {
  isPhone: boolean;
  count: string | null;
  search: ReturnType<typeof useSearch>;
  add: { label: string; onClick: () => void };
  children: ReactNode;
};

/** Surrounds the calendar: a page header, or on phones the frame used by every list. */
export function SchedulesFrame({ isPhone, count, search, add, children }: SchedulesFrameProps) {
  if (isPhone)
    return (
      <PhoneList
        title={m.schedules_title()}
        search={search}
        searchLabel={m.schedules_search()}
        add={<AddButton {...add} />}
      >
        <div className="px-4 pt-3">{children}</div>
      </PhoneList>
    );
  return (
    <PageBody>
      <PageHead title={m.schedules_title()} count={count}>
        <SearchField value={search.typed} onChange={search.type} label={m.schedules_search()} className="w-64" />
        <Button kind="primary" icon={<Plus aria-hidden="true" size={16} />} onClick={add.onClick}>
          {add.label}
        </Button>
      </PageHead>
      {children}
    </PageBody>
  );
}
