import { type Ref, useCallback, useImperativeHandle, useMemo } from "react";
import type { ChatMessageView, ChatThreadView, ChatView } from "../../../../sync/client/index.ts";
import { Divider } from "../../../conversation/thread/divider.tsx";
import { queuedIn, ThreadList, useThread } from "../../../conversation/thread/thread-list.tsx";
import { dayTitle } from "../../../i18n/full-dates.ts";
import { useDesk } from "../../../session/desk.tsx";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { ChatBubble } from "./chat-bubble.tsx";
import { useChat } from "./chat-context.tsx";
import { layoutChat } from "./chat-layout.ts";
import { useMarkChatRead } from "./use-mark-chat-read.ts";

/** Older messages are fetched before the reader reaches the top. */
const NEAR_TOP_PX = 600;

export type ChatMessagesHandle = { focusLast: () => void; jump: (messageId: string) => void };
type ChatMessagesProps = {
  chat: ChatView;
  thread: ChatThreadView;
  onLeave: () => void;
  ref?: Ref<ChatMessagesHandle>;
};

/** Shows the messages of a chat and marks those as read that the reader has seen. */
export function ChatMessages({ chat, thread, onLeave, ref }: ChatMessagesProps) {
  const desk = useDesk();
  const { userId, reply } = useChat();
  const { messages } = thread;
  const list = useThread(thread, {
    loadOlder: useCallback(() => desk.loadOlderChat(chat.id), [desk, chat.id]),
    lastIsMine: messages.at(-1)?.userId === userId,
    nearTopPx: NEAR_TOP_PX,
    onKey(event, { id }) {
      if (!isPressed(event, "reply")) return false;
      const message = messages.find((each) => each.id === id);
      if (message && mayReply(message)) reply(message);
      return true;
    },
    onLeave,
  });
  useMarkChatRead(chat, messages, !list.stick.isAwayFromEnd);
  useImperativeHandle(ref, () => ({ focusLast: list.focusLast, jump: (messageId) => void list.jump(messageId) }));
  const items = useMemo(() => layoutChat(messages), [messages]);
  return (
    <ThreadList list={list} queued={queuedIn(thread)}>
      {items.map((item) =>
        item.kind === "day" ? (
          <Divider key={item.key}>{dayTitle(item.at)}</Divider>
        ) : (
          <ChatBubble key={item.key} message={item.message} startsGroup={item.startsGroup} endsGroup={item.endsGroup} />
        ),
      )}
    </ThreadList>
  );
}

const mayReply = ({ local }: ChatMessageView) => local === null;
