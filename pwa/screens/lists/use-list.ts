import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ListName } from "../../../contracts/sync.ts";
import { apiFetch } from "../../session/api-fetch.ts";
import { useLinkUp } from "../../session/desk.tsx";
import { useListChanges } from "../../session/use-list-changes.ts";
import { type ListLoader, type ListPage, type ListState, openListLoader } from "./list-loader.ts";

/** Changes within this time share one refresh. */
const REFRESH_MS = 700;

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
  /** Rows that this device stores: shown while offline and before the server's first response. */
  kept?: KeptRows<Row> | null;
};

/** `hasMore`: this device stores more rows than these. */
export type KeptRows<Row> = { rows: Row[]; hasMore: boolean };

export type List<Row> = {
  rows: Row[];
  hasMore: boolean;
  count: number | null;
  state: ListState<Row>["state"];
  error: unknown;
  /** The rows come from this device: the server may have more. */
  isKept: boolean;
  /** The rows belong to the previous query: the response to the present one is pending. */
  isStale: boolean;
  /** False while offline: the server's data cannot be changed. */
  canWrite: boolean;
  more: () => void;
  again: () => void;
};

/** The same array on each render, for values computed from the rows. */
const none: never[] = [];
const nothing = { rows: null, hasMore: false, count: null, state: "loading", error: null } as const;

/** Returns a list of the server page by page, refreshed on changes and when the network is back. */
export function useList<Row>({ path, query = {}, read, keyOf, changesWith, kept }: Question<Row>): List<Row> {
  const linkUp = useLinkUp();
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
