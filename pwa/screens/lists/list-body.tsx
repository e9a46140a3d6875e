import { CloudOff, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { countText } from "../../i18n/count-text.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { ArtSubject } from "../../ui/lists/counter-art.tsx";
import { EmptyState, ErrorState } from "../../ui/lists/empty-state.tsx";
import { NearEnd } from "../../ui/lists/near-end.tsx";
import { RowSkeleton } from "../../ui/lists/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ListReadAt } from "./last-seen.tsx";
import type { List } from "./use-list.ts";
import type { Search } from "./use-search.ts";

export type EmptyList = { art?: ArtSubject; title: string; text: string };

type ListNoticesProps<Row> = { list: List<Row>; offlineText?: string; notices?: ReactNode };

/** Draws what the user must know about the rows: offline, not reached, refused. */
export function ListNotices<Row>({ list, offlineText, notices }: ListNoticesProps<Row>) {
  return (
    <>
      {!list.linkUp && !isMissing(list) && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
          <ListReadAt at={list.readAt} />
          {offlineText ?? m.lists_offline()}
        </Notice>
      )}
      {list.linkUp && list.state === "offline" && <Unanswered list={list} words={m.lists_unreachable()} />}
      {list.state === "failed" && list.rows.length > 0 && <Unanswered list={list} words={refusalWords(list.error)} />}
      {notices}
    </>
  );
}

type ListBodyProps<Row> = {
  list: List<Row>;
  isFiltered: boolean;
  empty: EmptyList;
  /** The button that adds the first row; null: none. */
  add: ReactNode;
  search?: Search;
  /** Replaces the common title of a list that could not be loaded. */
  failedTitle?: string;
  children: ReactNode;
};

/** Draws the rows, or why there are none, and loads the next page near the end. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { list, isFiltered, empty, add, children, search, failedTitle } = props;
  if (list.rows.length > 0) {
    return (
      <div
        aria-busy={list.isStale || undefined}
        className={classNames("transition-opacity duration-fast", list.isStale && "opacity-60 delay-300")}
      >
        {children}
        {list.hasMore && !list.isKept && <NearEnd count={list.rows.length} onNear={list.more} />}
      </div>
    );
  }
  if (list.state === "loading") return list.isStale ? null : <RowSkeleton />;
  if (list.state === "failed") return <Failed list={list} title={failedTitle ?? m.lists_failed_title()} />;
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
      <ListReadAt at={list.readAt} />
      {words}
    </Notice>
  );
}

function Failed({ list, title }: { list: List<unknown>; title: string }) {
  const { error } = list;
  const code = error instanceof ApiError ? error.code : "ERR_INTERNAL";
  return (
    <ErrorState
      title={title}
      code={code}
      diagnosis={() => JSON.stringify({ code, at: new Date().toISOString(), page: location.pathname }, null, 2)}
      onRetry={list.again}
    >
      {refusalWords(error)}
    </ErrorState>
  );
}

const refusalWords = (error: unknown) =>
  error instanceof ApiError ? errorMessage(error.code, error.details) : m.lists_failed_text();

/** True when the rows come from this device only: the server may have others. */
export const isPartial = (list: List<unknown>) => list.isKept && list.state === "offline";

/** True when neither the server nor this device has ever shown the list. */
const isMissing = ({ state, isKept, readAt, rows }: List<unknown>) =>
  state === "offline" && !isKept && readAt === null && rows.length === 0;

/** Returns the number of rows as the head shows it; null: there are none. */
export function countWords(list: List<unknown>): string | null {
  if (list.rows.length === 0) return null;
  if (isPartial(list))
    return m.lists_count_here({ count: `${numberFormat(list.rows.length)}${list.hasMore ? "+" : ""}` });
  if (list.count !== null) return countText(list.count);
  return list.hasMore ? `${list.rows.length}+` : numberFormat(list.rows.length);
}
