import { useEffect, useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useCommand } from "../../../session/desk.tsx";

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return visible;
}

/** Marks an open conversation as read while the window is visible, if the user may answer it. */
export function useMarkRead(ticket: TicketView, mayAnswer: boolean): void {
  const send = useCommand();
  const visible = useVisible();
  const { id, unreadMessages } = ticket;
  const onItsWay = ticket.pending.includes("ticket.read");
  const unread = visible && mayAnswer && unreadMessages > 0 && !onItsWay;
  useEffect(() => {
    if (unread) void send("ticket.read", { ticketId: id });
  }, [unread, id, send]);
}
