import { type Ref, useCallback, useImperativeHandle, useMemo } from "react";
import type { ChatMessageView, ChatThreadView, ChatView } from "../../../../sync/client/index.ts";
import { Divider } from "../../../conversation/thread/divider.tsx";
import {
  focusLastMessage,
  focusMessage,
  markMessage,
  useMessageKeys,
} from "../../../conversation/thread/message-keys.ts";
import { MessageScroller } from "../../../conversation/thread/message-scroller.tsx";
import { ThreadTop } from "../../../conversation/thread/thread-top.tsx";
import { useFoundMessage } from "../../../conversation/thread/use-found-message.ts";
import { useOlder } from "../../../conversation/thread/use-older.ts";
import { useStickToEnd } from "../../../conversation/thread/use-stick-to-end.ts";
import { dayTitle } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
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
  const last = messages.at(-1);
  const older = useOlder(
    thread,
    useCallback(() => desk.loadOlderChat(chat.id), [desk, chat.id]),
  );
  const onNearTop = useCallback(() => void older.load(), [older.load]);
  const stick = useStickToEnd(
    { first: messages[0]?.id, last: last?.id, lastIsMine: last?.userId === userId, count: messages.length },
    onNearTop,
    NEAR_TOP_PX,
  );
  const { scroller, leaveEnd } = stick;
  useMarkChatRead(chat, messages, !stick.away);
  useFoundMessage(thread, onNearTop, (messageId) => {
    leaveEnd();
    markMessage(scroller.current, messageId);
    focusMessage(scroller.current, messageId);
  });
  useMessageKeys(scroller, {
    onKey(event, { id }) {
      if (!isPressed(event, "reply")) return false;
      const message = messages.find((each) => each.id === id);
      if (message && mayReply(message)) reply(message);
      return true;
    },
    onLeave,
  });
  useImperativeHandle(ref, () => ({
    focusLast: () => focusLastMessage(scroller.current),
    jump: (messageId) => void focusMessage(scroller.current, messageId),
  }));
  const items = useMemo(() => layoutChat(messages), [messages]);
  const queued = messages.filter(({ local }) => local === "queued" || local === "sending").length;
  return (
    <MessageScroller label={m.tickets_messages_label()} stick={stick}>
      <ThreadTop
        thread={thread}
        loading={older.loading}
        onLoad={onNearTop}
        startText={messages.length > 0 ? m.tickets_thread_start() : m.tickets_thread_empty()}
      />
      {items.map((item) =>
        item.kind === "day" ? (
          <Divider key={item.key}>{dayTitle(item.at)}</Divider>
        ) : (
          <ChatBubble key={item.key} message={item.message} startsGroup={item.startsGroup} endsGroup={item.endsGroup} />
        ),
      )}
      {queued > 0 && <p className="mt-1.5 self-end text-ink-2 text-xs">{m.tickets_queue_note({ count: queued })}</p>}
    </MessageScroller>
  );
}

const mayReply = ({ local }: ChatMessageView) => local === null;
