import { useEffect, useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { ticketFromWire } from "../list/ticket-from-wire.ts";

/** `missing`: neither on this device nor, when it could be asked, at the server. */
export type FoundTicket = { state: "loading" } | { state: "missing" } | { state: "found"; ticket: TicketView };

/** A ticket from this device; an older one, outside what the device keeps, from the server. */
export function useTicket(ticketId: string): FoundTicket {
  const desk = useDesk();
  const { linkUp, firstSyncDone } = useSyncStatus();
  const local = useObservable<TicketView | null | undefined>(() => desk.ticket$(ticketId), [desk, ticketId], undefined);
  const [remote, setRemote] = useState<{ id: string; ticket: TicketView | null } | null>(null);
  const ask = local === null && linkUp && firstSyncDone;
  useEffect(() => {
    if (!ask) return;
    const stop = new AbortController();
    const settle = (ticket: TicketView | null) => !stop.signal.aborted && setRemote({ id: ticketId, ticket });
    fetchTicket(ticketId, stop.signal).then(settle, () => settle(null));
    return () => stop.abort();
  }, [ask, ticketId]);
  if (local) return { state: "found", ticket: local };
  const answer = remote?.id === ticketId ? remote : null;
  if (answer?.ticket) return { state: "found", ticket: answer.ticket };
  if (local === undefined || (ask && !answer) || (!firstSyncDone && linkUp)) return { state: "loading" };
  return { state: "missing" };
}

async function fetchTicket(uuid: string, signal: AbortSignal): Promise<TicketView> {
  const response = await apiFetch(`/tickets/u/${encodeURIComponent(uuid)}`, { signal });
  return ticketFromWire(await response.json());
}
