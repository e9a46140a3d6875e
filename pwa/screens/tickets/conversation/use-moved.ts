import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import type { MovedTicket } from "../../../../sync/client/index.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { useTicketPlace } from "../parts/ticket-place.ts";

/** Returns the way to the ticket that another one is now; the address of the former is replaced. */
export function useGoOn(): (ticketId: string) => void {
  const navigate = useNavigate();
  const place = useTicketPlace();
  return useCallback(
    (to) => {
      if (place) place.open(to);
      else void navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: to }, replace: true });
    },
    [place, navigate],
  );
}

/**
 * Goes on to the ticket that this one is now. Returns undefined until that is read, null when it is still itself.
 */
export function useMoved(ticketId: string): MovedTicket | null | undefined {
  const desk = useDesk();
  const goOn = useGoOn();
  const moved = useObservable<MovedTicket | null | undefined>(
    () => desk.movedTo$(ticketId),
    [desk, ticketId],
    undefined,
  );
  const to = moved?.to;
  useEffect(() => {
    if (to) goOn(to);
  }, [to, goOn]);
  return moved;
}
