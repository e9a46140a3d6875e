import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { useDesk, useDeskUser } from "../../session/desk.tsx";
import { latePart } from "../../ui/late-part.ts";
import { setMenuSignals } from "../menu/menu-signals.ts";
import { createArrivals, newestOfTicket, type Waiting, waitingFor } from "./new-messages.ts";
import { isViewed, useTellViewed } from "./viewed.ts";
import { setWaitingCount } from "./waiting-count.ts";
import { setWaiting } from "./waiting-store.ts";

/** Nothing is to be alerted of before the first list: its code is loaded later. */
export const alertsPart = latePart(() => import("./alerts.ts"));

/** The newest tickets of each list are enough, because a new message moves its ticket to the top. */
const LOOKED_AT = 200;

/** Notifies the user of new messages: sound, desktop notification, bell, title and the app's badge. Draws nothing. */
export function WatchMessages() {
  const desk = useDesk();
  const { id: userId } = useDeskUser();
  const navigate = useNavigate();
  useTellViewed();
  const open = useEffectEvent(({ type, ticketId, chatId }: Record<string, string>) => {
    if (type === "OPEN_TICKET" && ticketId)
      return navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ticketId } });
    if (type === "OPEN_CHAT" && chatId) return navigate({ to: "/chats/$chatId", params: { chatId } });
  });

  useEffect(() => {
    const arrivalsOf = createArrivals<TicketView>(newestOfTicket);
    const lists: { pending?: readonly TicketView[]; open?: readonly TicketView[] } = {};
    const look = () => {
      if (!lists.pending || !lists.open) return;
      const waiting = waitingFor(userId, [...lists.pending, ...lists.open]);
      tell(waiting);
      for (const ticket of arrivalsOf(waiting, serverNow())) {
        void alertsPart.load().then(({ alertOfTicket }) => alertOfTicket(ticket));
      }
    };
    const subscriptions = (["pending", "open"] as const).map((status) =>
      desk.tickets$({ status, showAll: status === "pending", limit: LOOKED_AT }).subscribe((list) => {
        lists[status] = list;
        look();
      }),
    );
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      tell([]);
    };
  }, [desk, userId]);

  useEffect(() => {
    void alertsPart.load().then(({ keepSubscribed }) => keepSubscribed());
    const onMessage = ({ data, ports }: MessageEvent) => {
      if (data?.type === "IS_VIEWED" && typeof data.id === "string") ports[0]?.postMessage(isViewed(data.id));
      else if (data) {
        ports[0]?.postMessage(true);
        void open(data);
      }
    };
    navigator.serviceWorker?.addEventListener("message", onMessage);
    return () => navigator.serviceWorker?.removeEventListener("message", onMessage);
  }, []);
  return null;
}

let notified: readonly Waiting[] = [];

function tell(waiting: readonly Waiting[]): void {
  // Closes only notifications of tickets that left the list: a push may arrive before the pull that adds its ticket.
  const ids = new Set(waiting.map(({ id }) => id));
  const left = notified.map(({ id }) => id).filter((id) => !ids.has(id));
  if (left.length > 0) void alertsPart.load().then((alerts) => alerts.closeShown(left.map(alerts.tagOfTicket)));
  notified = waiting;
  setWaiting(waiting);
  setWaitingCount("tickets", waiting.length);
  setMenuSignals({ unreadTickets: waiting.length });
}
