import { type ReactNode, useCallback } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { focusLastMessage, focusMessage, type MessageKeys, markMessage, useMessageKeys } from "./message-keys.ts";
import { MessageScroller } from "./message-scroller.tsx";
import { ThreadTop } from "./thread-top.tsx";
import { useFoundMessage } from "./use-found-message.ts";
import { useOlder } from "./use-older.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

type Thread = {
  messages: readonly { id: string; local: string | null }[];
  hasOlder: boolean;
  endsHere: boolean;
  isKnown: boolean;
};

type ThreadWays = MessageKeys & {
  /** Loads a page of older messages; must stay the same function for the same thread. */
  loadOlder: () => Promise<unknown>;
  lastIsMine: boolean;
  /** Older messages are loaded while the reader is within this distance of the top. */
  nearTopPx?: number;
};

/** Scrolls through a thread: its end, its older pages, the message named in the URL, and the keys of a selected one. */
export function useThread(thread: Thread, { loadOlder, lastIsMine, nearTopPx, ...keys }: ThreadWays) {
  const { messages } = thread;
  const older = useOlder(thread, loadOlder);
  const onNearTop = useCallback(() => void older.load(), [older.load]);
  const stick = useStickToEnd(
    { first: messages[0]?.id, last: messages.at(-1)?.id, lastIsMine, count: messages.length },
    onNearTop,
    nearTopPx,
  );
  const { scroller, leaveEnd } = stick;
  useFoundMessage(thread, onNearTop, (messageId) => {
    leaveEnd();
    markMessage(scroller.current, messageId);
    focusMessage(scroller.current, messageId);
  });
  useMessageKeys(scroller, keys);
  return {
    ...{ thread, stick, scroller, onNearTop, isLoadingOlder: older.loading },
    focusLast: () => focusLastMessage(scroller.current),
    jump: (messageId: string) => focusMessage(scroller.current, messageId),
    /** Scrolls to a message and marks it without taking the focus; null removes the mark. */
    mark(messageId: string | null) {
      if (messageId !== null) leaveEnd();
      markMessage(scroller.current, messageId)?.scrollIntoView({ block: "center" });
    },
  };
}

/** The messages of a thread that are still on this device alone. */
export const queuedIn = ({ messages }: Thread): number =>
  messages.filter(({ local }) => local === "queued" || local === "sending").length;

type ThreadListProps = { list: ReturnType<typeof useThread>; queued: number; children: ReactNode };

/** Shows a thread; below it how many messages wait on this device. */
export function ThreadList({ list, queued, children }: ThreadListProps) {
  const { thread, stick, onNearTop, isLoadingOlder } = list;
  return (
    <MessageScroller label={m.tickets_messages_label()} stick={stick}>
      <ThreadTop
        thread={thread}
        loading={isLoadingOlder}
        onLoad={onNearTop}
        startText={thread.messages.length > 0 ? m.tickets_thread_start() : m.tickets_thread_empty()}
      />
      {children}
      {queued > 0 && <p className="mt-1.5 self-end text-ink-2 text-xs">{m.tickets_queue_note({ count: queued })}</p>}
    </MessageScroller>
  );
}
