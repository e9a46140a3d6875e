import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import {
  countWords,
  type EmptyList,
  type List,
  ListBody,
  ListNotices,
  RecordRows,
  useRecordRows,
  type useSearch,
} from "../../lists/index.ts";
import type { Records } from "../../lists/records.ts";

type RecordListProps<Row> = {
  title: string;
  list: List<Row>;
  search?: ReturnType<typeof useSearch>;
  searchLabel?: string;
  /** Beside the search: other rows to show. */
  filters?: ReactNode;
  /** On phones the form is behind this button; undefined: the form is shown, or there is none. */
  onAdd?: () => void;
  addLabel?: string;
  empty: EmptyList;
  rowKey: (row: Row) => string;
  records: Records<Row>;
  /** Draws the table in windows with room for it. */
  children: (rows: Row[]) => ReactNode;
};

/** Draws the list of a settings tab: count and search above a table, in narrow windows rows with sheets. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const { title, list, search, filters, onAdd, addLabel, rowKey, records, children } = props;
  const asRows = useRecordRows();
  return (
    <section aria-label={title} className="flex flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg">{title}</h2>
        <span className="flex-1 text-ink-3 text-sm tabular-nums">{countWords(list)}</span>
        {onAdd && (
          <Button icon={<Plus aria-hidden="true" size={16} />} onClick={onAdd}>
            {addLabel}
          </Button>
        )}
        {filters}
        {search && (
          <SearchField
            label={props.searchLabel}
            value={search.typed}
            onChange={search.type}
            className="w-72 max-sm:w-full"
          />
        )}
      </div>
      <ListNotices list={list} offlineText={m.platform_offline()} />
      <ListBody
        list={list}
        search={search}
        isFiltered={Boolean(search?.wanted)}
        empty={props.empty}
        add={null}
        failedTitle={m.platform_load_failed()}
      >
        {asRows ? (
          <div className="-mx-4">
            <RecordRows {...records} label={title} rows={list.rows} rowKey={rowKey} />
          </div>
        ) : (
          <div className="max-lg:overflow-x-auto">{children(list.rows)}</div>
        )}
      </ListBody>
    </section>
  );
}
