import { useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { isLayerOpen, isPlainKey, isPressed } from "../../../shell/keyboard/shortcuts.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ticketActions } from "./ticket-actions.ts";

type ConversationKeys = { ticket: TicketView; onContact: () => void; onTransfer: () => void };

/** What one does to the open conversation by key: the keys are in shortcuts.ts. */
export function useConversationKeys({ ticket, onContact, onTransfer }: ConversationKeys): void {
  const user = useDeskUser();
  const { act } = useTicketActions();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const may = ticketActions(user, ticket);
    if (isPressed(event, "resolve") && may.close && !isLayerOpen()) void act("ticket.close", ticket.id);
    else if (!isPlainKey(event)) return;
    else if (isPressed(event, "transfer") && may.transfer) onTransfer();
    else if (isPressed(event, "contact")) onContact();
    else if (isPressed(event, "giveBack") && may.return) void act("ticket.return", ticket.id);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
