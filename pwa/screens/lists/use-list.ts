import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ListName } from "../../../sync/contracts/sync.ts";
import { apiFetch } from "../../session/api-fetch.ts";
import { useSyncStatus } from "../../session/desk.tsx";
import { useListChanges } from "../../session/use-list-changes.ts";
import { type ListLoader, type ListPage, type ListState, openListLoader } from "./list-loader.ts";

/** Changes that come one after the other are asked for together. */
const REFRESH_MS = 700;

type Question<Row> = {
  /** Where the pages are: `/tags`. */
  path: string;
  /** The filters by their names in the interface; what is empty is left out. */
  query?: Record<string, string>;
  /** Parses an answer; must not change from one drawing to the next. */
  read: (answer: unknown) => ListPage<Row>;
  keyOf: (row: Row) => string;
  /** Whose changes make this list ask again. */
  changesWith: readonly ListName[];
  /** What this device has of the list itself: shown while the server cannot be asked and has not answered yet. */
  kept?: KeptRows<Row> | null;
};

/** `hasMore`: this device has more of them than are shown. */
export type KeptRows<Row> = { rows: Row[]; hasMore: boolean };

export type List<Row> = {
  rows: Row[];
  hasMore: boolean;
  count: number | null;
  state: ListState<Row>["state"];
  error: unknown;
  /** The rows are this device's own: there may be more on the server. */
  isKept: boolean;
  /** The rows answer the question before this one: its own answer is on its way. */
  isStale: boolean;
  /** Without a network nothing of a list can be changed at the server. */
  canWrite: boolean;
  more: () => void;
  again: () => void;
};

/** The same array at each drawing, for what is computed from the rows. */
const none: never[] = [];
const nothing = { rows: null, hasMore: false, count: null, state: "loading", error: null } as const;

/** A list of the server: its pages, live, and asked for again when the network is back. */
export function useList<Row>({ path, query = {}, read, keyOf, changesWith, kept }: Question<Row>): List<Row> {
  const { linkUp } = useSyncStatus();
  const filters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  const address = `${path}?${filters}`;
  const [held, hold] = useState<{ address: string; found: ListState<Row> } | null>(null);
  const loader = useRef<ListLoader | null>(null);
  const again = useCallback(() => loader.current?.refresh(), []);
  const more = useCallback(() => loader.current?.more(), []);
  const ask = useEffectEvent(async (page: number, signal: AbortSignal) => {
    const answer = await apiFetch(`${address}${filters ? "&" : ""}pageNumber=${page}`, { signal });
    return read(await answer.json());
  });
  const key = useEffectEvent(keyOf);

  useEffect(() => {
    const opened = openListLoader<Row>({
      ask: (page, signal) => ask(page, signal),
      keyOf: (row) => key(row),
      onState: (found) => hold({ address, found }),
    });
    loader.current = opened;
    opened.refresh();
    return () => opened.close();
  }, [address]);

  useListChanges(changesWith, REFRESH_MS, again);

  const wasUp = useRef(linkUp);
  useEffect(() => {
    if (linkUp && !wasUp.current) again();
    wasUp.current = linkUp;
  }, [linkUp, again]);

  const isOwn = held?.address === address;
  const found = isOwn ? held.found : nothing;
  const cannotAsk = found.state === "offline" || (found.state === "loading" && !linkUp);
  const here = found.rows === null && cannotAsk && kept ? kept : null;
  const stale = !isOwn && !cannotAsk ? held?.found : undefined;
  return {
    rows: found.rows ?? (here ?? stale)?.rows ?? none,
    hasMore: here?.hasMore ?? found.hasMore,
    count: found.count ?? stale?.count ?? null,
    state: cannotAsk ? "offline" : found.state,
    error: found.error,
    isKept: here !== null,
    isStale: Boolean(stale?.rows),
    canWrite: linkUp,
    more,
    again,
  };
}
