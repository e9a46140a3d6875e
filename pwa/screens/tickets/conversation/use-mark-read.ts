import { useEffect, useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useCommand, useDeskUser } from "../../../session/desk.tsx";

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return visible;
}

/**
 * Marks an open conversation as read while the window is visible, if the user may answer it and it is no colleague's: a
 * look at a colleague's conversation leaves the count to the colleague.
 */
export function useMarkRead(ticket: TicketView, mayAnswer: boolean): void {
  const send = useCommand();
  const visible = useVisible();
  const { id: me } = useDeskUser();
  const { id, unreadMessages, userId } = ticket;
  const onItsWay = ticket.pending.includes("ticket.read");
  const isOthers = userId !== null && userId !== me;
  const unread = visible && mayAnswer && !isOthers && unreadMessages > 0 && !onItsWay;
  useEffect(() => {
    if (unread) void send("ticket.read", { ticketId: id });
  }, [unread, id, send]);
}
