import { useState } from "react";
import * as v from "valibot";
import { type CommandType, commandRow } from "../../../../contracts/commands/index.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { Timeline } from "./timeline-text.ts";

const read = (answer: unknown) => v.parse(Timeline, answer).events;

/**
 * Loads the ticket's events, which only the server has, again when the ticket changes. Loads nothing while `wanted` is
 * false.
 */
export const useTimeline = (ticket: TicketView, wanted = true) =>
  useServerData(wanted ? `/tickets/${ticket.id}/timeline` : null, read, { version: useEventKey(ticket) });

/** Returns whether a command writes no event. Each message of a conversation brings some of those. */
const isWithoutEvent = (type: CommandType) => commandRow(type).event === undefined;

/**
 * Returns a key that changes when the ticket may have a new event. A change that brings a message, or the effect of a
 * command without event, brings none, unless it also moves the ticket. The device's own change shows before the server
 * has its event, so its answer changes the key.
 */
export function useEventKey(ticket: TicketView): string {
  const { lastMessageAt, updatedAt, unreadMessages, status, queueId, userId, pending } = ticket;
  const sends = pending.some(isWithoutEvent);
  const [seen, setSeen] = useState({ lastMessageAt, updatedAt, unreadMessages, isAwaited: sends, changes: 0 });
  const isMessage = seen.lastMessageAt !== lastMessageAt || seen.unreadMessages !== unreadMessages;
  const isChanged = seen.updatedAt !== updatedAt;
  // The effect of a command arrives before or after its answer.
  const isAwaited = sends || (seen.isAwaited && !isChanged);
  if (isChanged || isMessage || isAwaited !== seen.isAwaited) {
    const isEvent = isChanged && !isMessage && !seen.isAwaited && !sends;
    setSeen({ lastMessageAt, updatedAt, unreadMessages, isAwaited, changes: seen.changes + (isEvent ? 1 : 0) });
  }
  const steps = pending.filter((type) => !isWithoutEvent(type));
  return [status, queueId, userId, steps.join(), seen.changes].join(" ");
}
