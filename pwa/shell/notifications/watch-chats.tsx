import { useEffect } from "react";
import type { ChatView } from "../../../sync/client/index.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { useDesk, useDeskUser } from "../../session/desk.tsx";
import { setMenuSignals } from "../menu/menu-signals.ts";
import { createArrivals } from "./new-messages.ts";
import { setUnreadChats } from "./unread-chats.ts";
import { setWaitingCount } from "./waiting-count.ts";
import { alertsPart } from "./watch-messages.tsx";

/** Notifies the user of new messages in internal chats as `WatchMessages` does of tickets. Draws nothing. */
export function WatchChats() {
  const desk = useDesk();
  const { id: userId } = useDeskUser();
  useEffect(() => {
    const arrivalsOf = createArrivals<ChatView>(({ id, lastMessage, lastSeq }) =>
      lastMessage && lastMessage.userId !== userId ? { key: `${id} ${lastSeq}`, at: lastMessage.createdAt } : null,
    );
    const chats = desk.chats$().subscribe((all) => {
      const unread = all.filter((chat) => chat.unread > 0);
      tell(unread);
      for (const chat of arrivalsOf(unread, serverNow())) {
        void alertsPart.load().then(({ alertOfChat }) => alertOfChat(chat, userId));
      }
    });
    return () => {
      chats.unsubscribe();
      tell([]);
    };
  }, [desk, userId]);
  return null;
}

let notified: readonly string[] = [];

function tell(unread: readonly ChatView[]): void {
  const ids = unread.map(({ id }) => id);
  const left = notified.filter((id) => !ids.includes(id));
  if (left.length > 0) void alertsPart.load().then((alerts) => alerts.closeShown(left.map(alerts.tagOfChat)));
  notified = ids;
  setUnreadChats(unread);
  setWaitingCount("chats", unread.length);
  setMenuSignals({ unreadChats: unread.length });
}
