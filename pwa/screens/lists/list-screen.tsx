import { CloudOff, Plus, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { MOST_COUNTED } from "../../../sync/contracts/lists.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { ArtSubject } from "../../ui/counter-art.tsx";
import { EmptyState, ErrorState } from "../../ui/empty-state.tsx";
import { NearEnd } from "../../ui/near-end.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton, useIsSlow } from "../../ui/skeleton.tsx";
import { usePhone } from "../../ui/use-phone.ts";
import type { ListFilter } from "./filter-sheet.tsx";
import { AddButton, PhoneList } from "./phone-list.tsx";
import { RecordRows } from "./record-rows.tsx";
import type { Records } from "./records.ts";
import { SelectingBar, SelectingHead } from "./selecting.tsx";
import type { List } from "./use-list.ts";
import type { Search } from "./use-search.ts";

type ListScreenProps<Row> = {
  title: string;
  list: List<Row>;
  search?: Search;
  /** Whether a search or filters exclude rows: an empty list then says so instead of offering to add. */
  isFiltered?: boolean;
  filters?: ReactNode;
  secondary?: ReactNode;
  /** Undefined: the user may not add. */
  primary?: { label: string; onSelect: () => void; worksOffline?: boolean };
  /** Between the head and the rows. */
  notices?: ReactNode;
  empty: { art?: ArtSubject; title: string; text: string };
  /** Replaces the common offline text. */
  offlineText?: string;
  /** After the last loaded row: the number of rows, and where the others are. */
  end?: ReactNode;
  /** Below the rows and visible while they scroll: the actions for selected rows. */
  foot?: ReactNode;
  /** Returns the key of a row, also used by the selection. */
  rowKey: (row: Row) => string;
  /** The rows and sheets on phones. */
  records: Records<Row>;
  phone?: {
    filter?: ListFilter;
    /** Items of the menu "⋮": on wider windows they are beside the title. */
    menu?: ReactNode;
    /** Label of the search field: what it searches. */
    searchLabel?: string;
  };
  /** Draws the table on wider windows. */
  children: (rows: Row[]) => ReactNode;
};

/** Draws a list of the administration: a table with its head, on phones rows with sheets. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, list, search, records } = props;
  const isPhone = usePhone();
  const isSelecting = isPhone && (records.selection?.ids.size ?? 0) > 0;
  usePage(title, { count: countWords(list), ownsTopOnPhones: isSelecting });
  const isFiltered = props.isFiltered ?? Boolean(search?.wanted);
  const drawn = { ...props, isFiltered };
  return isPhone ? <OnPhone {...drawn} /> : <AtDesk {...drawn} />;
}

type DrawnProps<Row> = ListScreenProps<Row> & { isFiltered: boolean };

function AtDesk<Row>(props: DrawnProps<Row>) {
  const { title, list, search, filters, secondary, primary, children } = props;
  const add = primary && (
    <Button
      kind="primary"
      icon={<Plus aria-hidden="true" size={16} />}
      disabled={!list.canWrite && !primary.worksOffline}
      onClick={primary.onSelect}
    >
      {primary.label}
    </Button>
  );
  return (
    <PageBody>
      <PageHead title={title} count={countWords(list)}>
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
        <Notices {...props} />
        <Body {...props} add={add}>
          {children(list.rows)}
          {props.end && <div className="pt-2 text-ink-3 text-xs">{props.end}</div>}
        </Body>
        {props.foot}
      </div>
    </PageBody>
  );
}

function OnPhone<Row>(props: DrawnProps<Row>) {
  const { title, list, search, primary, phone, records, rowKey } = props;
  const { selection } = records;
  const add = primary && (
    <AddButton label={primary.label} disabled={!list.canWrite && !primary.worksOffline} onClick={primary.onSelect} />
  );
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
        <Notices {...props} />
      </div>
      <Body {...props} add={null}>
        <RecordRows {...records} label={title} rows={list.rows} rowKey={rowKey} />
        {props.end && !(list.hasMore && !list.isKept) && (
          <div className="px-4 pt-5 text-center text-ink-3 text-sm">{props.end}</div>
        )}
      </Body>
    </PhoneList>
  );
}

function Notices<Row>({ list, offlineText, notices }: ListScreenProps<Row>) {
  return (
    <>
      {!list.canWrite && !isMissing(list) && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
          {offlineText ?? m.lists_offline()}
        </Notice>
      )}
      {list.canWrite && list.state === "offline" && <Unanswered list={list} words={m.lists_unreachable()} />}
      {list.state === "failed" && list.rows.length > 0 && <Unanswered list={list} words={refusalWords(list.error)} />}
      {notices}
    </>
  );
}

type BodyProps<Row> = Omit<DrawnProps<Row>, "children"> & { add: ReactNode; children: ReactNode };

function Body<Row>({ list, isFiltered, empty, add, children, search }: BodyProps<Row>) {
  if (list.rows.length > 0) {
    return (
      <div
        aria-busy={list.isStale || undefined}
        className={classNames("transition-opacity duration-fast", list.isStale && "opacity-60")}
      >
        {children}
        {list.hasMore && !list.isKept && <NearEnd count={list.rows.length} onNear={list.more} />}
      </div>
    );
  }
  if (list.state === "loading") return list.isStale ? null : <ListSkeleton />;
  if (list.state === "failed") return <Failed list={list} />;
  if (isMissing(list)) {
    return (
      <EmptyState art="plant" title={m.lists_offline_title()}>
        {m.lists_offline_text()}
      </EmptyState>
    );
  }
  if (isFiltered) {
    const clear = search?.typed && <Button onClick={() => search.type("")}>{m.lists_clear_search()}</Button>;
    return (
      <EmptyState title={isPartial(list) ? m.lists_none_here_title() : m.lists_none_found_title()} actions={clear}>
        {isPartial(list) ? m.lists_none_here_text() : m.lists_none_found_text()}
      </EmptyState>
    );
  }
  return (
    <EmptyState art={empty.art ?? "plant"} title={empty.title} actions={add}>
      {empty.text}
    </EmptyState>
  );
}

function Unanswered({ list, words }: { list: List<unknown>; words: string }) {
  return (
    <Notice
      tone="danger"
      icon={<CloudOff aria-hidden="true" size={16} />}
      actions={
        <Button size="small" icon={<RefreshCw aria-hidden="true" size={14} />} onClick={list.again}>
          {m.ui_try_again()}
        </Button>
      }
    >
      {words}
    </Notice>
  );
}

function Failed({ list }: { list: List<unknown> }) {
  const { error } = list;
  const code = error instanceof ApiError ? error.code : "ERR_INTERNAL";
  return (
    <ErrorState
      title={m.lists_failed_title()}
      code={code}
      diagnosis={() => JSON.stringify({ code, at: new Date().toISOString(), page: location.pathname }, null, 2)}
      onRetry={list.again}
    >
      {refusalWords(error)}
    </ErrorState>
  );
}

const refusalWords = (error: unknown) => (error instanceof ApiError ? errorMessage(error.code) : m.lists_failed_text());

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

/** Draws placeholders for the rows when loading is slow. */
function ListSkeleton() {
  if (!useIsSlow()) return null;
  return (
    <div role="status" aria-label={m.ui_loading()} className="sm:line-ring rounded-lg">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex h-(--row) items-center gap-4 border-line px-3 not-last:border-b">
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-1/5" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}

/** True when the rows come from this device only: the server may have others. */
const isPartial = (list: List<unknown>) => list.isKept && list.state === "offline";

/** True when neither the server nor this device has shown rows. */
const isMissing = (list: List<unknown>) => list.state === "offline" && !list.isKept && list.rows.length === 0;

function countWords(list: List<unknown>): string | null {
  if (list.rows.length === 0) return null;
  if (isPartial(list))
    return m.lists_count_here({ count: `${numberFormat(list.rows.length)}${list.hasMore ? "+" : ""}` });
  if (list.count !== null && list.count > MOST_COUNTED) return `${numberFormat(MOST_COUNTED)}+`;
  if (list.count !== null) return numberFormat(list.count);
  return list.hasMore ? `${list.rows.length}+` : numberFormat(list.rows.length);
}
