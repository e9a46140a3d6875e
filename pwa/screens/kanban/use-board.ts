import { useDeferredValue, useMemo, useState } from "react";
import { combineLatest, map } from "rxjs";
import type { TicketView } from "../../../sync/client/index.ts";
import { can } from "../../../sync/contracts/permissions.ts";
import type { TagRef } from "../../../sync/contracts/refs.ts";
import { lanesOf } from "../../../sync/contracts/tags.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../session/desk.tsx";
import { type BoardFilter, boardOf, filtered } from "./board-of.ts";

/**
 * Reads the board from the device's tickets and tags. `lanes` is null until the first result; before the end of the
 * first sync, `isKnown` is true as soon as the device has tickets and tags.
 */
export function useBoard() {
  const desk = useDesk();
  const [filter, setFilter] = useState<BoardFilter>(useOwnQueues());
  const shown = useDeferredValue(filter);
  const tickets = useObservable<TicketView[] | null>(
    () => {
      const lists = (["open", "pending"] as const).map((status) => desk.tickets$({ status, showAll: true }));
      return combineLatest(lists).pipe(map((both) => both.flat().sort(byNewest)));
    },
    [desk],
    null,
  );
  const tags = useObservable<TagRef[] | null>(() => desk.refs$("tag"), [desk], null);
  const kept = useMemo(() => tickets && filtered(tickets, shown), [tickets, shown]);
  const lanes = useMemo(() => kept && tags && boardOf(kept, lanesOf(tags), m.kanban_open_lane()), [kept, tags]);
  // Without the tags, tickets that come first would all stand in the first lane and then jump to theirs.
  const isKnown = (tickets?.length ?? 0) > 0 && (tags?.length ?? 0) > 0;
  return { lanes, isKnown, count: kept?.length ?? 0, all: tickets?.length ?? 0, filter, setFilter };
}

/** Admins see every queue: their board starts with the queues that they serve. */
function useOwnQueues(): BoardFilter {
  const user = useDeskUser();
  const own = can.seeAllTickets(user.profile) ? user.queues.map(({ id }) => id) : [];
  return { search: "", queueIds: own.length > 0 ? [...own, null] : [], userIds: [] };
}

const byNewest = (a: TicketView, b: TicketView) =>
  a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : a.id < b.id ? -1 : 1;
