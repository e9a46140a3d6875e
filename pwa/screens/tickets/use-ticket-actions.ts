import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { CommandType } from "../../../contracts/commands/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand, useDesk } from "../../session/desk.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { useTicketPlace } from "./parts/ticket-place.ts";

/** Returns the actions on a whole ticket. Each is queued in the outbox and visible at once. */
export function useTicketActions() {
  const desk = useDesk();
  const send = useCommand();
  const navigate = useNavigate();
  const place = useTicketPlace();
  const open = useCallback(
    async (ticketId: string) =>
      place ? place.open(ticketId) : navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ticketId } }),
    [place, navigate],
  );
  const leave = useCallback(async () => (place ? place.leave() : navigate({ to: "/tickets" })), [place, navigate]);
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
  /** Closes the ticket and leaves the conversation; the toast can undo it. */
  const resolve = useCallback(
    async ({ id, contactName }: { id: string; contactName: string }) => {
      const commandId = await send("ticket.close", { ticketId: id });
      await leave();
      const undo = async () => {
        // If the close command has not left this device, discarding it is enough, and the contact receives no
        // message.
        const hadLeft = !(await desk.discard(commandId));
        if (hadLeft) await send("ticket.reopen", { ticketId: id });
        await open(id);
        if (hadLeft) toast.success(m.tickets_undone_late({ name: contactName }));
      };
      toast.success(m.tickets_resolved({ name: contactName }), {
        action: { label: m.tickets_undo(), onSelect: () => void undo() },
      });
    },
    [desk, send, leave, open],
  );
  return { open, leave, accept, act, resolve };
}
