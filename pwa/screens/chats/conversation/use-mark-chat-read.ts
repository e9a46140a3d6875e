import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ChatMessageView, ChatView } from "../../../../sync/client/index.ts";
import { useCommand } from "../../../session/desk.tsx";

const events = ["focus", "blur"] as const;

function subscribe(listener: () => void) {
  for (const event of events) window.addEventListener(event, listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

const isFocused = () => document.visibilityState === "visible" && document.hasFocus();

/** Marks the newest message as read while its end of the list is shown and the window has the focus. */
export function useMarkChatRead(chat: ChatView, messages: readonly ChatMessageView[], isAtEnd: boolean): void {
  const send = useCommand();
  const hasFocus = useSyncExternalStore(subscribe, isFocused);
  const sent = useRef(0);
  const { id, unread, readSeq } = chat;
  const seq = messages.reduce((newest, message) => Math.max(newest, message.seq), 0);
  const isNews = hasFocus && isAtEnd && unread > 0 && seq > readSeq;
  useEffect(() => {
    if (!isNews || seq <= sent.current) return;
    sent.current = seq;
    void send("chat.read", { chatId: id, seq });
  }, [isNews, seq, id, send]);
}
