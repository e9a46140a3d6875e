import { useCallback } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useLinkUp } from "../../session/desk.tsx";
import { toastWithUndo } from "../tickets/parts/undo-toast.ts";

export type Move = (ticketId: string, from: string | null, to: string | null) => Promise<void>;

/** Returns the function that moves a card to a lane; the toast undoes it. */
export function useMove(): Move {
  const desk = useDesk();
  const linkUp = useLinkUp();
  return useCallback(
    async (ticketId, from, to) => {
      if (from === to) return;
      const commandId = await desk.send("ticket.lane", { ticketId, laneId: to });
      const done = to === null ? m.kanban_removed() : m.kanban_added();
      toastWithUndo(desk, linkUp ? done : m.kanban_moved_here(), commandId, () =>
        desk.send("ticket.lane", { ticketId, laneId: from }),
      );
    },
    [desk, linkUp],
  );
}
