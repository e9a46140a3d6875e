import { useEffect } from "react";
import type { ChatView } from "../../../sync/client/index.ts";
import { chatName, lastLine } from "../../messages/chats/chat-name.ts";
import { useDesk, useDeskUser } from "../../session/desk.tsx";
import { setMenuSignals } from "../menu-signals.ts";
import { closeShown, showOnDesktop, tagOfChat } from "./desktop.ts";
import { createArrivals } from "./new-messages.ts";
import { oncePerBrowser } from "./once-per-browser.ts";
import { ring } from "./sound.ts";
import { setUnreadChats } from "./unread-chats.ts";
import { isViewedAnywhere } from "./viewed.ts";
import { setWaitingCount } from "./waiting-count.ts";

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
      for (const chat of arrivalsOf(unread, Date.now())) void callFor(chat, userId);
    });
    return () => {
      chats.unsubscribe();
      tell([]);
    };
  }, [desk, userId]);
  return null;
}

let told: readonly string[] = [];

function tell(unread: readonly ChatView[]): void {
  const ids = unread.map(({ id }) => id);
  const left = told.filter((id) => !ids.includes(id));
  if (left.length > 0) void closeShown(left.map(tagOfChat));
  told = ids;
  setUnreadChats(unread);
  setWaitingCount("chats", unread.length);
  setMenuSignals({ unreadChats: unread.length });
}

async function callFor(chat: ChatView, userId: string): Promise<void> {
  if (await isViewedAnywhere(chat.id)) return;
  await oncePerBrowser(`${chat.id} ${chat.lastSeq}`, async () => {
    const notification = {
      tag: tagOfChat(chat.id),
      title: chatName(chat, userId),
      text: lastLine(chat, userId),
      data: { chatId: chat.id },
    };
    await Promise.all([ring(), showOnDesktop(notification)]);
  });
}
