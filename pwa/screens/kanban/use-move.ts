import { useCallback } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useLinkUp } from "../../session/desk.tsx";
import { toast } from "../../ui/toast.tsx";

export type Move = (ticketId: string, from: string | null, to: string | null) => Promise<void>;

/** Returns the function that moves a card to a lane; the toast undoes it. */
export function useMove(): Move {
  const desk = useDesk();
  const linkUp = useLinkUp();
  return useCallback(
    async (ticketId, from, to) => {
      if (from === to) return;
      const commandId = await desk.send("ticket.lane", { ticketId, laneId: to });
      const undo = async () => {
        // A move that has not left this device is discarded; otherwise the card is moved back.
        if (!(await desk.discard(commandId))) await desk.send("ticket.lane", { ticketId, laneId: from });
      };
      const done = to === null ? m.kanban_removed() : m.kanban_added();
      toast.success(linkUp ? done : m.kanban_moved_here(), {
        action: { label: m.tickets_undo(), onSelect: () => void undo() },
      });
    },
    [desk, linkUp],
  );
}
