import * as v from "valibot";
import type { SessionUser } from "../../../../sync/contracts/session.ts";
import { readListPlace } from "../../../first-paint/list-place.ts";
import { firstViewOf, type ListView, listTabs, maySeeAll, subTabs } from "./list-view.ts";

/** The tab and filters without what this device stores by itself, and what a user without the switch cannot choose. */
const StoredView = v.object({
  tab: v.picklist(listTabs),
  sub: v.picklist(subTabs),
  showAll: v.boolean(),
  queueIds: v.nullable(v.array(v.nullable(v.string()))),
});
type View = Omit<ListView, "waitingOrder">;

/** Returns the view as it is stored in the history; null for the search, whose text is not stored. */
export function storedViewOf({ tab, sub, showAll, queueIds }: View): string | null {
  return tab === "search" ? null : JSON.stringify({ tab, sub, showAll, queueIds });
}

/** Reads a stored view; null when it is damaged or of another version. */
export function readView(text: string): View | null {
  try {
    const read = v.safeParse(StoredView, JSON.parse(text));
    return read.success ? read.output : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // written by another version
    throw error;
  }
}

/** Returns the view and scroll position with which the list starts: after a reload, those before it. */
export function startOfList(user: SessionUser): { view: View; top: number } {
  const place = readListPlace(history.state, user.id);
  const view = place && readView(place.view);
  if (!place || !view) return { view: firstViewOf(user), top: 0 };
  return { view: { ...view, showAll: maySeeAll(user) && view.showAll }, top: place.top };
}
