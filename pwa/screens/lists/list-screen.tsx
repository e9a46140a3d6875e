import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { type Page, usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import type { ListFilter } from "./filter-sheet.tsx";
import { countWords, type EmptyList, isPartial, ListBody, ListNotices } from "./list-body.tsx";
import { AddButton, PhoneList } from "./phone-list.tsx";
import { RecordRows } from "./record-rows.tsx";
import type { Records } from "./records.ts";
import { SelectingBar, SelectingHead } from "./selecting.tsx";
import type { List } from "./use-list.ts";
import { useRecordRows } from "./use-record-rows.ts";
import type { Search } from "./use-search.ts";

type ListScreenProps<Row> = {
  title: string;
  list: List<Row>;
  /** The list that this one belongs to. */
  backTo?: Page["backTo"];
  search?: Search;
  /** Whether a search or filters exclude rows: an empty list then says so instead of offering to add. */
  isFiltered?: boolean;
  filters?: ReactNode;
  secondary?: ReactNode;
  /** Undefined: the user may not add. */
  primary?: {
    label: string;
    onSelect: () => void;
    worksOffline?: boolean;
    /** The screen says why: the plan has no room. */
    disabled?: boolean;
  };
  /** Between the head and the rows. */
  notices?: ReactNode;
  empty: EmptyList;
  /** Replaces the common offline text. */
  offlineText?: string;
  /** After the last loaded row: the number of rows, and where the others are. */
  end?: ReactNode;
  /** Below the rows and visible while they scroll: the actions for selected rows. */
  foot?: ReactNode;
  /** Returns the key of a row, also used by the selection. */
  rowKey: (row: Row) => string;
  /** The rows and sheets on phones and in narrow windows. */
  records: Records<Row>;
  phone?: {
    filter?: ListFilter;
    /** Items of the menu "⋮": on wider windows they are beside the title. */
    menu?: ReactNode;
    /** Label of the search field: what it searches. */
    searchLabel?: string;
  };
  /** Draws the table in windows with room for it. */
  children: (rows: Row[]) => ReactNode;
};

/** Draws a list of the administration: a table with its head, in narrow windows and on phones rows with sheets. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, backTo = null, list, search, records } = props;
  const isPhone = usePhone();
  const isSelecting = isPhone && (records.selection?.ids.size ?? 0) > 0;
  usePage(title, { count: countWords(list), ownsTopOnPhones: isSelecting, backTo });
  const isFiltered = props.isFiltered ?? Boolean(search?.wanted);
  const drawn = { ...props, isFiltered };
  return isPhone ? <OnPhone {...drawn} /> : <AtDesk {...drawn} />;
}

const cannotAdd = <Row,>({ list, primary }: ListScreenProps<Row>) =>
  primary?.disabled || (!list.canWrite && !primary?.worksOffline);

type DrawnProps<Row> = ListScreenProps<Row> & { isFiltered: boolean };

function AtDesk<Row>(props: DrawnProps<Row>) {
  const { title, list, search, filters, secondary, primary, records, rowKey, children } = props;
  const asRows = useRecordRows();
  const add = primary && (
    <Button
      kind="primary"
      icon={<Plus aria-hidden="true" size={16} />}
      disabled={cannotAdd(props)}
      onClick={primary.onSelect}
    >
      {primary.label}
    </Button>
  );
  return (
    <PageBody>
      <PageHead title={title} count={countWords(list)} back={props.backTo && <Back to={props.backTo} />}>
        {filters}
        {search && (
          <SearchField
            label={isPartial(list) ? m.lists_search_here() : undefined}
            value={search.typed}
            onChange={search.type}
            className="w-56"
          />
        )}
        {secondary}
        {add}
      </PageHead>
      <div className="flex flex-1 flex-col gap-3.5">
        <ListNotices {...props} />
        <ListBody {...props} add={add}>
          {asRows ? (
            <div className="-mx-4">
              <RecordRows {...records} label={title} rows={list.rows} rowKey={rowKey} />
            </div>
          ) : (
            children(list.rows)
          )}
          {props.end && <div className="pt-2 text-ink-3 text-xs">{props.end}</div>}
        </ListBody>
        {props.foot}
      </div>
    </PageBody>
  );
}

function Back({ to }: { to: NonNullable<Page["backTo"]> }) {
  const navigate = useNavigate();
  return (
    <IconButton
      label={m.ui_back()}
      icon={<ChevronLeft size={18} />}
      onClick={() => void navigate({ to })}
      className="-ml-2"
    />
  );
}

function OnPhone<Row>(props: DrawnProps<Row>) {
  const { title, list, search, primary, phone, records, rowKey } = props;
  const { selection } = records;
  const add = primary && <AddButton label={primary.label} disabled={cannotAdd(props)} onClick={primary.onSelect} />;
  const isSelecting = selection !== undefined && selection.ids.size > 0;
  return (
    <PhoneList
      title={title}
      search={search}
      searchLabel={isPartial(list) ? m.lists_search_here() : phone?.searchLabel}
      filter={phone?.filter}
      menu={phone?.menu}
      add={add}
      selecting={
        isSelecting
          ? {
              head: (
                <SelectingHead
                  count={selection.ids.size}
                  onAll={() => selection.onChange(new Set(list.rows.filter(selection.canSelect).map(rowKey)))}
                  onClear={() => selection.onChange(new Set())}
                />
              ),
              bar: <SelectingBar label={title} actions={selection.actions} />,
            }
          : null
      }
    >
      <div className="flex flex-col gap-3 px-4 not-empty:py-3">
        <ListNotices {...props} />
      </div>
      <ListBody {...props} add={null}>
        <RecordRows {...records} label={title} rows={list.rows} rowKey={rowKey} />
        {props.end && !(list.hasMore && !list.isKept) && (
          <div className="px-4 pt-5 text-center text-ink-3 text-sm">{props.end}</div>
        )}
      </ListBody>
    </PhoneList>
  );
}
