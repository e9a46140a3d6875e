/** Where a user is in the list of tickets: after a reload, the list starts there. */
export type ListPlace = {
  userId: string;
  /** The tab and filters, as JSON. */
  view: string;
  /** The scroll position in pixels. */
  top: number;
};

const KEY = "ticketList";

/** Returns the place that this entry of the browser's history has; null for a new entry and for another user. */
export function readListPlace(state: unknown, userId: string | null): ListPlace | null {
  if (typeof state !== "object" || state === null || !(KEY in state)) return null;
  const place = state[KEY] as Partial<ListPlace> | null;
  if (typeof place?.view !== "string" || typeof place.top !== "number" || place.userId !== userId) return null;
  return { userId, view: place.view, top: place.top };
}

/** Stores the place in this entry of the history: a reload keeps it, a new visit starts at the first tab. */
export function storeListPlace(place: ListPlace): void {
  const before = readListPlace(history.state, place.userId);
  if (before?.view === place.view && before.top === place.top) return;
  // The router replaces `history.replaceState` by a function that runs its routes again.
  History.prototype.replaceState.call(history, { ...history.state, [KEY]: place }, "");
}
