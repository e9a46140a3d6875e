import { useEffect, useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { removeCoverOf } from "../../../first-paint/cover.ts";
import { dropKeptConversation } from "../../../first-paint/keep-conversations.ts";
import { ApiError } from "../../../session/api-error.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { useOpenedAhead } from "../ahead/use-read-ahead.ts";
import { ticketFromWire } from "../list/ticket-from-wire.ts";

/**
 * `missing`: neither on this device nor returned by the server; `refused`: the server answered that the user may not
 * see the ticket or that it does not exist.
 */
export type FoundTicket =
  | { state: "loading" }
  | { state: "missing"; refused: boolean }
  | { state: "found"; ticket: TicketView };

type Answer = { ticket: TicketView | null; refused: boolean };

/** Returns a ticket from this device, or from the server when it is older than what the device stores. */
export function useTicket(ticketId: string): FoundTicket {
  const desk = useDesk();
  const { linkUp, firstSyncDone } = useSyncStatus();
  const { ticket } = useOpenedAhead(ticketId);
  const local = useObservable<TicketView | null | undefined>(() => desk.ticket$(ticketId), [desk, ticketId], ticket);
  const [remote, setRemote] = useState<(Answer & { id: string }) | null>(null);
  const isGone = local === null;
  useEffect(() => {
    // The server decides whether the user may see it: until then, nothing of it is shown.
    if (!isGone) return;
    removeCoverOf(ticketId);
    dropKeptConversation(localStorage, ticketId);
  }, [isGone, ticketId]);
  const ask = local === null && linkUp && firstSyncDone;
  useEffect(() => {
    if (!ask) return;
    const stop = new AbortController();
    void fetchTicket(ticketId, stop.signal).then(
      (answer) => !stop.signal.aborted && setRemote({ id: ticketId, ...answer }),
    );
    return () => stop.abort();
  }, [ask, ticketId]);
  if (local) return { state: "found", ticket: local };
  const answer = remote?.id === ticketId ? remote : null;
  if (answer?.ticket) return { state: "found", ticket: answer.ticket };
  if (local === undefined || (ask && !answer) || (!firstSyncDone && linkUp)) return { state: "loading" };
  return { state: "missing", refused: answer?.refused ?? false };
}

async function fetchTicket(uuid: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await apiFetch(`/tickets/u/${encodeURIComponent(uuid)}`, { signal });
    return { ticket: ticketFromWire(await response.json()), refused: false };
  } catch (error) {
    // Any other error does not prove that the ticket is gone, only that it is not available here.
    return { ticket: null, refused: error instanceof ApiError && error.code === "ERR_NO_TICKET_FOUND" };
  }
}
