import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import type { DeviceDesk } from "../../../../sync/client/index.ts";
import {
  dropKeptConversation,
  dropKeptConversationWith,
  keptTickets,
} from "../../../first-paint/kept-conversations.ts";
import { dropKeptListUnless, keptViews } from "../../../first-paint/kept-list.ts";
import { useDesk } from "../../../session/desk.tsx";
import { whenIdle } from "../../../ui/load-when-idle.ts";
import { filterOf } from "../list/list-view.ts";
import { readView } from "../list/restored-view.ts";

/** A list that was not scrolled has fewer rows. */
const LOOKED_AT = 100;

/**
 * Removes the kept screens, on every page, as soon as a ticket has left its list or this device, or a message is hidden
 * from the user. Draws nothing.
 */
export function WatchKeptScreens() {
  const desk = useDesk();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was left may have kept another screen
  useEffect(() => {
    const stops: (() => void)[] = [];
    let isOver = false;
    whenIdle(() => {
      if (!isOver) stops.push(...watchLists(desk), ...watchConversations(desk));
    });
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [desk, pathname]);
  return null;
}

function watchLists(desk: DeviceDesk): (() => void)[] {
  return keptViews(localStorage).flatMap(({ key, view, rows, until }) => {
    const read = readView(view);
    if (!read || rows.length === 0) return [];
    const filter = filterOf({ ...read, waitingOrder: "newestFirst" });
    const tickets = desk
      .tickets$({ ...filter, inRobot: undefined, limit: Math.max(LOOKED_AT, until) })
      .subscribe((found) => dropKeptListUnless(localStorage, new Set(found.map(({ id }) => id)), key));
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
