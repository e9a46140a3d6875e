import { NetworkError } from "../../session/api-error.ts";

export type ListPage<Row> = {
  rows: Row[];
  hasMore: boolean;
  /** Total number of rows; undefined when the server does not count them. */
  count?: number;
};

export type ListState<Row> = {
  /** Null until the server's first response. */
  rows: Row[] | null;
  hasMore: boolean;
  count: number | null;
  /** `offline`: the last request had no response; `failed`: it was refused, or another error occurred. */
  state: "loading" | "ready" | "offline" | "failed";
  error: unknown;
};

type ListLoaderDeps<Row> = {
  ask: (page: number, signal: AbortSignal) => Promise<ListPage<Row>>;
  keyOf: (row: Row) => string;
  onState: (state: ListState<Row>) => void;
};

export type ListLoader = ReturnType<typeof openListLoader>;

/**
 * Loads one list page by page. Loaded rows stay during a new request and while the server cannot be reached. A
 * refresh loads as many pages as are shown and replaces them together, so that the list does not jump.
 */
export function openListLoader<Row>({ ask, keyOf, onState }: ListLoaderDeps<Row>) {
  const closing = new AbortController();
  let state: ListState<Row> = { rows: null, hasMore: false, count: null, state: "loading", error: null };
  let pages = 0;
  let wanted: "refresh" | "more" | null = null;
  let isAsking = false;
  let isReadingMore = false;

  function set(change: Partial<ListState<Row>>) {
    state = { ...state, ...change };
    if (!closing.signal.aborted) onState(state);
  }

  async function work() {
    if (isAsking) return;
    isAsking = true;
    try {
      while (wanted && !closing.signal.aborted) {
        const task = wanted;
        wanted = null;
        isReadingMore = task === "more";
        await (isReadingMore ? readNext() : readAgain());
      }
    } catch (error) {
      wanted = null;
      set({ state: error instanceof NetworkError ? "offline" : "failed", error });
    } finally {
      isAsking = false;
    }
  }

  async function readAgain() {
    const shown = Math.max(1, pages);
    const rows: Row[][] = [];
    let last: ListPage<Row> = { rows: [], hasMore: true };
    for (let page = 1; page <= shown && last.hasMore; page++) {
      last = await ask(page, closing.signal);
      rows.push(last.rows);
    }
    pages = rows.length;
    put(rows, last);
  }

  async function readNext() {
    if (!state.hasMore || !state.rows) return;
    const next = await ask(pages + 1, closing.signal);
    pages += 1;
    put([state.rows, next.rows], next);
  }

  /** A row that was added meanwhile moves another to the next page: duplicates are removed. */
  function put(rows: Row[][], last: ListPage<Row>) {
    const unique = [...new Map(rows.flat().map((row) => [keyOf(row), row])).values()];
    set({ rows: unique, hasMore: last.hasMore, count: last.count ?? null, state: "ready", error: null });
  }

  return {
    refresh() {
      wanted = "refresh";
      void work();
    },
    more() {
      // During a refresh the request is queued, because the end of the list is not reported a second time.
      if ((isAsking && isReadingMore) || !state.hasMore) return;
      wanted ??= "more";
      void work();
    },
    close: () => closing.abort(),
  };
}
