import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import type { DeviceDesk } from "../../../../sync/client/index.ts";
import {
  dropKeptConversation,
  dropKeptConversationWith,
  keptTickets,
} from "../../../first-paint/keep-conversations.ts";
import { dropKeptListUnless, KEPT_LIST, keptViews } from "../../../first-paint/kept-list.ts";
import { keptKeys } from "../../../first-paint/kept-record.ts";
import { ticketAt } from "../../../first-paint/place.ts";
import { useDesk, useDeskUser } from "../../../session/desk.tsx";
import { whenIdle } from "../../../ui/load-when-idle.ts";
import { filterOf, firstViewOf } from "../list/list-view.ts";
import { readView, storedViewOf } from "../list/restored-view.ts";

/** A list that was not scrolled has fewer rows. */
const LOOKED_AT = 100;

/**
 * Removes the kept screens, on every page, as soon as a ticket has left its list or this device, or a message is hidden
 * from the user. Draws nothing.
 */
export function WatchKeptScreens() {
  const desk = useDesk();
  const user = useDeskUser();
  const { pathname } = useLocation();
  // A page that was left may have kept another screen. Going from one ticket to the next starts nothing again.
  const page = ticketAt(pathname) === undefined ? pathname : "tickets";
  const kept = keptKeys(localStorage).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: they decide what is in the storage
  useEffect(() => {
    const stops: (() => void)[] = [];
    let isOver = false;
    whenIdle(() => {
      if (!isOver) stops.push(...watchLists(desk, user), ...watchConversations(desk));
    });
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [desk, user, page, kept]);
  return null;
}

function watchLists(desk: DeviceDesk, user: SessionUser): (() => void)[] {
  // The first list may be kept later, on the page that is shown now.
  const first = { key: KEPT_LIST, view: storedViewOf(firstViewOf(user)) ?? "", until: LOOKED_AT };
  const others = keptViews(localStorage).filter(({ key }) => key !== KEPT_LIST);
  return [first, ...others].flatMap(({ key, view, until }) => {
    const read = readView(view);
    if (!read) return [];
    const filter = filterOf({ ...read, waitingOrder: "newestFirst" });
    const tickets = desk
      .tickets$({ ...filter, withBot: undefined, limit: Math.max(LOOKED_AT, until) })
      .subscribe((found) => dropKeptListUnless(localStorage, new Set(found.map(({ id }) => id)), { key, view }));
    return [() => tickets.unsubscribe()];
  });
}

function watchConversations(desk: DeviceDesk): (() => void)[] {
  return keptTickets(localStorage).flatMap((ticketId) => {
    let thread: { unsubscribe: () => void } | null = null;
    const ticket = desk.ticket$(ticketId).subscribe((found) => {
      if (!found) return dropKeptConversation(localStorage, ticketId);
      // The thread of a ticket that is not on this device would be requested from the server.
      thread ??= desk.thread$(ticketId).subscribe(({ messages }) => {
        const hidden = messages.filter((message) => message.hidden);
        dropKeptConversationWith(localStorage, ticketId, new Set(hidden.map(({ id }) => id)));
      });
    });
    return [() => ticket.unsubscribe(), () => thread?.unsubscribe()];
  });
}
