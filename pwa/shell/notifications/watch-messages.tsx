import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { wordsOf } from "../../../sync/contracts/messages.ts";
import { withoutMarks } from "../../messages/text/message-summary.ts";
import { useDesk, useDeskUser } from "../../session/desk.tsx";
import { setMenuSignals } from "../menu-signals.ts";
import { closeShown, showOnDesktop, tagOfTicket } from "./desktop.ts";
import { createArrivals, newestOfTicket, type Waiting, waitingFor } from "./new-messages.ts";
import { oncePerBrowser } from "./once-per-browser.ts";
import { keepSubscribed } from "./push.ts";
import { ring } from "./sound.ts";
import { isViewed, isViewedAnywhere, useTellViewed } from "./viewed.ts";
import { setWaitingCount } from "./waiting-count.ts";
import { setWaiting } from "./waiting-store.ts";

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
      for (const ticket of arrivalsOf(waiting, Date.now())) {
        void callFor(ticket);
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
    void keepSubscribed();
    const hear = ({ data, ports }: MessageEvent) => {
      if (data?.type === "IS_VIEWED" && typeof data.id === "string") ports[0]?.postMessage(isViewed(data.id));
      else if (data) void open(data);
    };
    navigator.serviceWorker?.addEventListener("message", hear);
    return () => navigator.serviceWorker?.removeEventListener("message", hear);
  }, []);
  return null;
}

let told: readonly Waiting[] = [];

function tell(waiting: readonly Waiting[]): void {
  // Closes only notifications of tickets that left the list: a push may arrive before the pull that adds its ticket.
  const ids = new Set(waiting.map(({ id }) => id));
  const left = told.map(({ id }) => id).filter((id) => !ids.has(id));
  if (left.length > 0) void closeShown(left.map(tagOfTicket));
  told = waiting;
  setWaiting(waiting);
  setWaitingCount("tickets", waiting.length);
  setMenuSignals({ unreadTickets: waiting.length });
}

async function callFor(ticket: Waiting): Promise<void> {
  if (await isViewedAnywhere(ticket.id)) return;
  await oncePerBrowser(ticket.lastMessage?.id ?? ticket.id, async () => {
    const { id, contactName, lastMessage } = ticket;
    const text = lastMessage ? withoutMarks(wordsOf(lastMessage.body, lastMessage.mediaType)) : "";
    const notification = { tag: tagOfTicket(id), title: contactName, text, data: { ticketId: id } };
    await Promise.all([ring(), showOnDesktop(notification)]);
  });
}
