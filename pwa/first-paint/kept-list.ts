import type { DrawnElement } from "./drawing.ts";
import { keptKeys, readDrawable, readRecord, storeRecord } from "./kept-record.ts";
import type { KeptValues } from "./kept-values.ts";
import { readListPlace } from "./list-place.ts";
import { currentPlace, type ScreenPlace, ticketAt } from "./place.ts";

/** The app's frame with the list of tickets as it was last drawn, kept for the next start. */
export type KeptList = {
  place: ScreenPlace;
  /** Ids of its tickets. */
  rows: string[];
  /** The tab and filters, and the scroll position in pixels. */
  view: string;
  top: number;
  /** With a slot for the conversation. */
  drawing: DrawnElement;
  /** "Opening", in the language of the drawing. */
  opening: string;
  /** Values of the list and its frame; without them the rows wait for the engine. */
  values?: KeptValues;
};

/** `startsHere`: `/` leads this user to the list. `isFirst`: the app starts with this view and scroll position. */
export type Kept = KeptList & { startsHere: boolean; isFirst: boolean };

/** The list as the app starts with it; the list with another tab, filter or scroll position. */
export const KEPT_LIST = "keptList";
const KEPT_OTHER_LIST = "keptOtherList";
/** The frame around a conversation on a narrow screen, where the list is hidden. */
const KEPT_FRAME = "keptFrame";
/** In characters. A screen of rows has 60,000 to 100,000; local storage has room for 5 million. */
const MAX_LENGTH = 400_000;

type Address = Pick<Location, "pathname" | "search"> & { state?: unknown };

/** Returns the frame and list to draw at this address. */
export function readKeptList(storage: Storage, address: Address): KeptList | null {
  const here = currentPlace(storage);
  const ticketId = address.pathname === "/" ? null : ticketAt(address.pathname);
  const place = readListPlace(address.state, here?.userId ?? null);
  const isFrame = here?.isOnePane === true && typeof ticketId === "string";
  const key = isFrame ? KEPT_FRAME : place ? KEPT_OTHER_LIST : KEPT_LIST;
  const first = readDrawable<Kept>(storage, KEPT_LIST);
  const kept = key === KEPT_LIST ? first : readDrawable<Kept>(storage, key);
  if (ticketId === undefined || address.search || (address.pathname === "/" && !first?.startsHere)) return null;
  if (!place || isFrame) return kept;
  const isThere = (one: Kept | null) => one?.view === place.view && one.top === place.top;
  return isThere(kept) ? kept : isThere(first) ? first : null;
}

/** Keeps a list, unless it is too large or its user has signed out meanwhile. */
export function keepList(storage: Storage, kept: Kept): void {
  storeRecord(storage, kept.isFirst ? KEPT_LIST : KEPT_OTHER_LIST, kept, MAX_LENGTH);
}

/** Keeps the frame around a conversation on a narrow screen. */
export function keepFrame(storage: Storage, kept: Kept): void {
  storeRecord(storage, KEPT_FRAME, kept, MAX_LENGTH);
}

/** A kept list that is watched: `until` is the number of rows down to its last one. */
type WatchedList = { key: string; view: string; rows: string[]; until: number };
const SHORTEST_ROW_PX = 60;

/** Returns the kept lists, to watch whether their tickets leave them. */
export function keptViews(storage: Storage): WatchedList[] {
  const lists = [KEPT_LIST, KEPT_OTHER_LIST].filter((key) => keptKeys(storage).includes(key));
  return lists.flatMap((key) => {
    const kept = readRecord<Kept>(storage, key);
    if (!kept) return [];
    const { view, rows, top } = kept;
    return [{ key, view, rows, until: Math.ceil(top / SHORTEST_ROW_PX) + 2 * rows.length }];
  });
}

/** Removes the kept list of this tab and these filters if it has a ticket that is not among these. */
export function dropKeptListUnless(
  storage: Storage,
  ids: ReadonlySet<string>,
  { key, view }: Pick<WatchedList, "key" | "view">,
): void {
  const kept = readRecord<Kept>(storage, key);
  if (kept?.view === view && kept.rows.some((id) => !ids.has(id))) storage.removeItem(key);
}
