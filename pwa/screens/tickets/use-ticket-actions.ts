import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { CommandType } from "../../../sync/contracts/commands.ts";
import { useCommand } from "../../session/desk.tsx";

/** What a person does to a ticket as a whole. Each goes into the outbox and shows at once. */
export function useTicketActions() {
  const send = useCommand();
  const navigate = useNavigate();
  const open = useCallback(
    (ticketId: string) => navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ticketId } }),
    [navigate],
  );
  const accept = useCallback(
    async (ticketId: string) => {
      await send("ticket.accept", { ticketId });
      await open(ticketId);
    },
    [send, open],
  );
  const act = useCallback(
    (
      type: Extract<CommandType, "ticket.return" | "ticket.close" | "ticket.reopen" | "ticket.read" | "ticket.delete">,
      ticketId: string,
    ) => send(type, { ticketId }),
    [send],
  );
  return { open, accept, act };
}
