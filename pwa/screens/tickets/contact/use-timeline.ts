import { useState } from "react";
import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useServerData } from "../../../session/use-server-data.ts";
import { Timeline } from "./timeline-text.ts";

const read = (answer: unknown) => v.parse(Timeline, answer).events;

/**
 * Loads the ticket's events, which only the server has, again when the ticket changes. Loads nothing while `wanted` is
 * false.
 */
export const useTimeline = (ticket: TicketView, wanted = true) =>
  useServerData(wanted ? `/tickets/${ticket.id}/timeline` : null, read, useEventKey(ticket));

/**
 * Returns a key that changes when the ticket may have a new event. A change that brings a message brings none, unless it
 * also moves the ticket. The device's own change shows before the server has its event, so its answer changes the key.
 */
export function useEventKey({ lastMessageAt, updatedAt, status, queueId, userId, pending }: TicketView): string {
  const [seen, setSeen] = useState({ lastMessageAt, updatedAt, changes: 0 });
  if (seen.updatedAt !== updatedAt || seen.lastMessageAt !== lastMessageAt) {
    const isMessage = seen.lastMessageAt !== lastMessageAt;
    setSeen({ lastMessageAt, updatedAt, changes: seen.changes + (isMessage ? 0 : 1) });
  }
  return [status, queueId, userId, pending.join(), seen.changes].join(" ");
}
