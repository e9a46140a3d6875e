import type { SessionUser } from "../../../../contracts/account/session.ts";
import { readListPlace } from "../../../first-paint/list-place.ts";
import { firstViewOf, type ListView, listTabs, maySeeAll, subTabs } from "./list-view.ts";

type View = Omit<ListView, "waitingOrder">;

/** Returns the view as it is stored in the history; null for the search, whose text is not stored. */
export function storedViewOf({ tab, sub, showAll, queueIds }: View): string | null {
  return tab === "search" ? null : JSON.stringify({ tab, sub, showAll, queueIds });
}

/**
 * Reads a stored view; null when it is damaged or of another version. Checked by hand: the list is drawn before the
 * library for schemas is loaded.
 */
export function readView(text: string): View | null {
  try {
    const { tab, sub, showAll, queueIds } = (JSON.parse(text) ?? {}) as Record<keyof View, unknown>;
    if (!isOneOf(listTabs, tab) || !isOneOf(subTabs, sub) || typeof showAll !== "boolean") return null;
    return isQueueIds(queueIds) ? { tab, sub, showAll, queueIds } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // written by another version
    throw error;
  }
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);
const isQueueIds = (value: unknown): value is View["queueIds"] =>
  value === null || (Array.isArray(value) && value.every((id) => id === null || typeof id === "string"));

/** Returns the view and scroll position with which the list starts: after a reload, those before it. */
export function startOfList(user: SessionUser): { view: View; top: number } {
  const place = readListPlace(history.state, user.id);
  const view = place && readView(place.view);
  if (!place || !view) return { view: firstViewOf(user), top: 0 };
  return { view: { ...view, showAll: maySeeAll(user) && view.showAll }, top: place.top };
}
