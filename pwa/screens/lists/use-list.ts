import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { ListName } from "../../../contracts/sync.ts";
import { NetworkError } from "../../session/api-error.ts";
import {
  askAgain,
  askServer,
  instantHere,
  isAnsweredSince,
  serverCache,
  useServerCache,
  whenAnswered,
} from "../../session/server-data/server-cache.ts";

/** This device stores only so many first pages of a list. */
const STORED_PAGES = 5;

export type ListPage<Row> = {
  rows: Row[];
  hasMore: boolean;
  /** Total number of rows; undefined when the server does not count them. */
  count?: number;
};

type Question<Row> = {
  /** The address of the pages: `/tags`. */
  path: string;
  /** The filters by their names in the HTTP interface; empty ones are left out. */
  query?: Record<string, string>;
  /** Parses a response; must be the same function on each render. */
  read: (answer: unknown) => ListPage<Row>;
  keyOf: (row: Row) => string;
  /** Lists whose changes refresh this one. */
  changesWith: readonly ListName[];
  /**
   * Whether this device stores what was seen of the list without a search term, and shows it until the server has
   * answered and while it cannot be reached. Not for answers with secrets, nor where the device has the rows as `kept`.
   */
  remember: boolean;
  /** Rows that this device stores: shown while offline and before the server's first response. */
  kept?: KeptRows<Row> | null;
};

/** `hasMore`: this device stores more rows than these. */
export type KeptRows<Row> = { rows: Row[]; hasMore: boolean };

export type List<Row> = {
  rows: Row[];
  hasMore: boolean;
  count: number | null;
  /** `offline`: the last request had no response; `failed`: it was refused, or another error occurred. */
  state: "loading" | "ready" | "offline" | "failed";
  error: unknown;
  /** The rows come from this device: the server may have more. */
  isKept: boolean;
  /** The rows are not the answer to the present query, which is pending. */
  isStale: boolean;
  /** The rows were read before the screen was opened: until the server has answered, nothing may start with them. */
  isLastSeen: boolean;
  /** When the rows were read, while the server cannot be reached; null: they are current, or of this device. */
  readAt: string | null;
  linkUp: boolean;
  /** False while offline and of rows that were seen last: the server's data cannot be changed. */
  canWrite: boolean;
  more: () => void;
  again: () => void;
};

/** `hasMore` is read once, when the answer arrives. */
type Page = { answer: unknown; hasMore: boolean };
type Pages = { pages: Page[]; pageParams: number[] };

/** The same array on each render, for values computed from the rows. */
const none: never[] = [];

/**
 * Returns a list of the server page by page, refreshed on changes and when the network is back. A refresh loads as many
 * pages as are shown and replaces them together, so that the list does not jump.
 */
export function useList<Row>(question: Question<Row>): List<Row> {
  const { path, query = {}, read, keyOf, changesWith, remember, kept } = question;
  const filters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  const address = `${path}?${filters}`;
  const [openedAt] = useState(Date.now);
  const { linkUp, keyOf: queryKeyOf, optionsOf } = useServerCache();
  const queryKey = queryKeyOf("list", address);
  const { persister, ...options } = optionsOf<Pages>({
    remember: remember && !query.searchParam,
    check: ({ pages }) => pages.map(({ answer }) => read(answer)),
    shorten: ({ pages, pageParams }) => ({
      pages: pages.slice(0, STORED_PAGES),
      pageParams: pageParams.slice(0, STORED_PAGES),
    }),
  });
  const asked = useInfiniteQuery(
    {
      queryKey,
      async queryFn({ pageParam, signal }): Promise<Page> {
        const answer = await askServer(`${address}${filters ? "&" : ""}pageNumber=${pageParam}`, signal);
        return { answer, hasMore: read(answer).hasMore };
      },
      initialPageParam: 1,
      getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : null),
      placeholderData: keepPreviousData,
      meta: { changesWith },
      ...options,
      // Its type is that of a page, and it is given all pages.
      persister: persister as never,
    },
    serverCache,
  );
  const { data, dataUpdatedAt, isPlaceholderData, fetchNextPage } = asked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row has the same key on each render.
  const found = useMemo(() => data && rowsOf(data.pages, read, keyOf), [data, read]);

  const key = useRef(queryKey);
  key.current = queryKey;
  const again = useCallback(() => void askAgain(key.current), []);
  const more = useCallback(() => {
    const state = serverCache.getQueryState(key.current);
    if (state?.fetchStatus === "fetching" && state.fetchMeta?.fetchMore) return;
    // A refresh that is under way replaces the pages: the next one follows it.
    void whenAnswered(key.current, () => fetchNextPage({ cancelRefetch: false }));
  }, [fetchNextPage]);

  const error = useLastError(address, asked);
  const own = isPlaceholderData ? undefined : found;
  const cannotAsk = error instanceof NetworkError || (!error && !own && !linkUp);
  const isAnswered = own !== undefined && isAnsweredSince(openedAt, dataUpdatedAt);
  const here = kept && cannotAsk && !isAnswered ? kept : null;
  const previous = isPlaceholderData && !cannotAsk ? found : undefined;
  const shown = own ?? previous;
  const state = cannotAsk ? "offline" : error ? "failed" : isAnswered ? "ready" : "loading";
  const isLastSeen = !here && own !== undefined && !isAnswered;
  return {
    rows: (here ?? shown)?.rows ?? none,
    hasMore: (here ?? own)?.hasMore ?? false,
    count: here ? null : (shown?.count ?? null),
    state,
    error,
    isKept: here !== null,
    isStale: previous !== undefined || (isLastSeen && state === "loading"),
    isLastSeen,
    readAt: own && !here && (error || !linkUp) ? instantHere(dataUpdatedAt) : null,
    linkUp,
    canWrite: linkUp && !isLastSeen,
    more,
    again,
  };
}

/** A row that was added meanwhile moves another to the next page: duplicates are removed. */
function rowsOf<Row>(pages: Page[], read: Question<Row>["read"], keyOf: Question<Row>["keyOf"]): ListPage<Row> {
  const parsed = pages.map(({ answer }) => read(answer));
  const rows = [...new Map(parsed.flatMap((page) => page.rows).map((row) => [keyOf(row), row])).values()];
  const { hasMore = false, count } = parsed.at(-1) ?? {};
  return { rows, hasMore, ...(count !== undefined && { count }) };
}

type Asked = { failureReason: unknown; error: unknown; isSuccess: boolean; isPlaceholderData: boolean };

/** Returns why the list could not be loaded: also during the next request, until that one is answered. */
function useLastError(address: string, { failureReason, error, isSuccess, isPlaceholderData }: Asked): unknown {
  const last = useRef<{ address: string; error: unknown }>({ address, error: null });
  const present = failureReason ?? error;
  if (present || (isSuccess && !isPlaceholderData)) last.current = { address, error: present };
  return last.current.address === address ? last.current.error : null;
}
