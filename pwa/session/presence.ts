import type { PresenceState, Present } from "../../contracts/presence.ts";
import { PRESENCE_MS } from "../../contracts/presence-times.ts";
import type { StreamEvent } from "../../contracts/sync.ts";

export type Seen = Present & { state: Exclude<PresenceState, "gone"> };
type PresenceEvent = Extract<StreamEvent, { type: "presence" }>;

const nobody: readonly Seen[] = [];

/**
 * Creates a store of the users present at each ticket, fed by the stream; a user without a further event for
 * `PRESENCE_MS` is removed.
 */
export function createPresence() {
  const tickets = new Map<string, Map<string, { seen: Seen; timer: ReturnType<typeof setTimeout> }>>();
  const shown = new Map<string, readonly Seen[]>();
  const listeners = new Set<() => void>();

  function tell(ticketId: string) {
    const people = [...(tickets.get(ticketId)?.values() ?? [])].map(({ seen }) => seen);
    if (people.length > 0) shown.set(ticketId, people);
    else {
      shown.delete(ticketId);
      tickets.delete(ticketId);
    }
    for (const listener of listeners) listener();
  }

  function forget(ticketId: string, key: string) {
    const people = tickets.get(ticketId);
    clearTimeout(people?.get(key)?.timer);
    if (people?.delete(key)) tell(ticketId);
  }

  return {
    record({ ticketId, who, state }: PresenceEvent) {
      const key = `${who.userId} ${who.device}`;
      if (state === "gone") return forget(ticketId, key);
      const people = tickets.get(ticketId) ?? new Map();
      tickets.set(ticketId, people);
      const before = people.get(key);
      clearTimeout(before?.timer);
      const timer = setTimeout(() => forget(ticketId, key), PRESENCE_MS[state]);
      people.set(key, { seen: { ...who, state }, timer });
      if (before?.seen.state !== state) tell(ticketId);
    },
    /** Returns the same array while nothing changes. */
    at: (ticketId: string): readonly Seen[] => shown.get(ticketId) ?? nobody,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Shared by all desks that are opened one after the other in this tab. */
export const presence = createPresence();
