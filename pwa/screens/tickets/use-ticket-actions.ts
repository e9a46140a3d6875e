import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { CommandType } from "../../../sync/contracts/commands.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand, useDesk } from "../../session/desk.tsx";
import { toast } from "../../ui/toast.tsx";

/** What a person does to a ticket as a whole. Each goes into the outbox and shows at once. */
export function useTicketActions() {
  const desk = useDesk();
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
      type: Extract<CommandType, "ticket.return" | "ticket.reopen" | "ticket.read" | "ticket.delete">,
      ticketId: string,
    ) => send(type, { ticketId }),
    [send],
  );
  /** Leaves for the list, which offers the next one; the toast takes it back. */
  const resolve = useCallback(
    async ({ id, contactName }: { id: string; contactName: string }) => {
      const commandId = await send("ticket.close", { ticketId: id });
      await navigate({ to: "/tickets" });
      const undo = async () => {
        // What has not left needs no second step, and its contact hears of neither.
        const hadLeft = !(await desk.discard(commandId));
        if (hadLeft) await send("ticket.reopen", { ticketId: id });
        await open(id);
        if (hadLeft) toast.success(m.tickets_undone_late({ name: contactName }));
      };
      toast.success(m.tickets_resolved({ name: contactName }), {
        action: { label: m.tickets_undo(), onSelect: () => void undo() },
      });
    },
    [desk, send, navigate, open],
  );
  return { open, accept, act, resolve };
}
