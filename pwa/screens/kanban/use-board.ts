import { useDeferredValue, useMemo, useState } from "react";
import { combineLatest, concat, defer, from, ignoreElements, map, take } from "rxjs";
import { can } from "../../../contracts/account/permissions.ts";
import type { SessionUser } from "../../../contracts/account/session.ts";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { lanesOf } from "../../../contracts/desk/tags.ts";
import type { DeviceDesk } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../session/desk.tsx";
import { type BoardFilter, boardOf, filtered, type KnownTickets, newestOf } from "./board-of.ts";

/** Tickets of each status that are read before all others: enough to fill the first lane of a large screen. */
const FIRST_TICKETS = 60;

/**
 * Reads the board from the device's tickets and tags. `lanes` is null until the first result; until `isComplete`, they
 * have the newest tickets only. Before the end of the first sync, `isKnown` is true as soon as the device has tickets
 * and tags.
 */
export function useBoard() {
  const desk = useDesk();
  const user = useDeskUser();
  const [initial] = useState(() => ownQueues(user));
  const [filter, setFilter] = useState<BoardFilter>(initial);
  const shown = useDeferredValue(filter);
  const known = useObservable<KnownTickets | null>(() => boardTickets$(desk), [desk], null);
  const tags = useObservable<TagRef[] | null>(() => desk.refs$("tag"), [desk], null);
  const kept = useMemo(() => known && filtered(known.tickets, shown), [known, shown]);
  const lanes = useMemo(() => kept && tags && boardOf(kept, lanesOf(tags), m.kanban_open_lane()), [kept, tags]);
  const all = known?.tickets.length ?? 0;
  return {
    lanes,
    isComplete: known?.isComplete ?? false,
    // Without the tags, tickets that come first would all stand in the first lane and then jump to theirs.
    isKnown: all > 0 && (tags?.length ?? 0) > 0,
    count: kept?.length ?? 0,
    all,
    /** Whether the board shows the user's queues, and all of them. */
    isOwnQueues: shown === initial && (!can.seeAllTickets(user.profile) || initial.queueIds.length > 0),
    filter,
    setFilter,
  };
}

/** Admins see every queue: their board starts with the queues that they serve. */
function ownQueues(user: SessionUser): BoardFilter {
  const own = can.seeAllTickets(user.profile) ? user.queues.map(({ id }) => id) : [];
  return { search: "", queueIds: own.length > 0 ? [...own, null] : [], userIds: [] };
}

/** Reads the newest tickets, and once they are painted all of them. */
function boardTickets$(desk: DeviceDesk) {
  const lists = (limit?: number) =>
    combineLatest((["open", "pending"] as const).map((status) => desk.tickets$({ status, showAll: true, limit }))).pipe(
      map((both) => newestOf(both, limit)),
    );
  return concat(lists(FIRST_TICKETS).pipe(take(1)), defer(() => from(nextPaint())).pipe(ignoreElements()), lists());
}

/** Resolves after the next frame is painted; in a hidden tab, where nothing is, within a second. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1_000);
  });
}
