import { useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { isPlainKey } from "../list/list-keys.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ticketActions } from "./ticket-actions.ts";

type ConversationKeys = { ticket: TicketView; onContact: () => void; onTransfer: () => void };

/** T transfers, I shows the contact, Ctrl/⌘ E resolves, Shift U returns to the queue. */
export function useConversationKeys({ ticket, onContact, onTransfer }: ConversationKeys): void {
  const user = useDeskUser();
  const { act } = useTicketActions();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const may = ticketActions(user, ticket);
    const key = event.key.toLowerCase();
    const layerOpen = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
    if ((event.ctrlKey || event.metaKey) && key === "e" && may.close && !layerOpen) void act("ticket.close", ticket.id);
    else if (!isPlainKey(event)) return;
    else if (key === "t" && may.transfer) onTransfer();
    else if (key === "i") onContact();
    else if (key === "u" && event.shiftKey && may.return) void act("ticket.return", ticket.id);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
