import { ArrowDown, EyeOff, WifiOff } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo } from "react";
import type { ThreadView } from "../../../../sync/client/index.ts";
import { clock, dayTitle } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { type TimelineEvent, timelineWords } from "../contact/timeline-words.ts";
import { useTimeline } from "../contact/use-timeline.ts";
import { Bubble } from "../message/bubble.tsx";
import { useConversation } from "./conversation-context.tsx";
import { focusLastMessage, focusMessage, markMessage, useMessageKeys } from "./message-keys.ts";
import { layoutThread, type ThreadItem } from "./thread-layout.ts";
import { useFoundMessage } from "./use-found-message.ts";
import { useOlder } from "./use-older.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

export type MessageListHandle = {
  focusLast: () => void;
  jump: (messageId: string) => boolean;
  /** Scrolls to a message and marks it without taking the focus; null removes the mark. */
  mark: (messageId: string | null) => void;
  toEnd: () => void;
};

const noEvents: TimelineEvent[] = [];

type MessageListProps = { thread: ThreadView; onLeave: () => void; ref?: Ref<MessageListHandle> };

export function MessageList({ thread, onLeave, ref }: MessageListProps) {
  const { ticket, reply, mayWrite } = useConversation();
  const { linkUp, since } = useSyncStatus();
  const { messages } = thread;
  const last = messages.at(-1);
  const older = useOlder(ticket.id, thread);
  const onNearTop = useCallback(() => void older.load(), [older.load]);
  const { scroller, content, onScroll, toEnd, leaveEnd, unseen, away } = useStickToEnd(
    { first: messages[0]?.id, last: last?.id, lastIsMine: last?.fromMe === true, count: messages.length },
    onNearTop,
  );
  useFoundMessage(thread, onNearTop, (messageId) => {
    leaveEnd();
    markMessage(scroller.current, messageId);
    return focusMessage(scroller.current, messageId);
  });
  // Without a network the conversation is shown without events.
  const events = useTimeline(ticket).data ?? noEvents;
  const items = useMemo(() => layoutThread(messages, linkUp ? null : since, events), [messages, linkUp, since, events]);
  const queued = messages.filter((message) => message.local === "queued" || message.local === "sending").length;
  useMessageKeys(scroller, {
    onReply: (id) => {
      const message = messages.find((each) => each.id === id);
      if (message && mayWrite) reply(message);
    },
    onLife: (element) => element.querySelector<HTMLElement>("button[aria-expanded]")?.click(),
    onLeave,
  });
  useImperativeHandle(ref, () => ({
    focusLast: () => focusLastMessage(scroller.current),
    jump: (messageId) => focusMessage(scroller.current, messageId),
    mark: (messageId) => {
      if (messageId !== null) leaveEnd();
      markMessage(scroller.current, messageId)?.scrollIntoView({ block: "center" });
    },
    toEnd,
  }));

  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-chat">
      <div
        ref={scroller}
        role="log"
        aria-label={m.tickets_messages_label()}
        aria-live="polite"
        aria-relevant="additions"
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end px-5 pt-2 pb-2.5 max-sm:px-3">
          <Top thread={thread} loading={older.loading} onLoad={onNearTop} />
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
          {queued > 0 && (
            <p className="mt-1.5 self-end text-ink-2 text-xs">{m.tickets_queue_note({ count: queued })}</p>
          )}
        </div>
      </div>
      {away && (
        <Button
          kind="plain"
          size="small"
          icon={<ArrowDown aria-hidden="true" size={15} />}
          onClick={toEnd}
          className="absolute right-4 bottom-3 z-sticky rounded-full shadow-lift"
        >
          {unseen > 0 ? m.tickets_new_messages({ count: unseen }) : m.tickets_go_down()}
        </Button>
      )}
    </div>
  );
}

function Item({ item }: { item: ThreadItem }) {
  switch (item.kind) {
    case "message":
      return <Bubble message={item.message} startsGroup={item.startsGroup} endsGroup={item.endsGroup} />;
    case "day":
      return <Divider>{dayTitle(item.at)}</Divider>;
    case "offline":
      return (
        <Divider>
          <span className="flex items-center gap-1.25 text-warn-ink">
            <WifiOff aria-hidden="true" size={13} />
            {m.tickets_strip_since({ time: clock(item.since) })}
          </span>
        </Divider>
      );
    case "event":
      return (
        <p className="my-2 self-center px-4 text-center text-ink-3 text-xs">
          {timelineWords(item.event)} · <time dateTime={item.event.at}>{clock(item.event.at)}</time>
        </p>
      );
    case "hidden":
      return (
        <p className="my-2 flex items-center gap-1.5 self-center text-ink-3 text-xs">
          <EyeOff aria-hidden="true" size={14} />
          {m.tickets_hidden({ count: item.count })}
        </p>
      );
  }
}

/** Shows a short text between two horizontal lines. */
function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="mt-3 mb-1 flex w-full items-center gap-2.5 font-medium text-2xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}

function Top({ thread, loading, onLoad }: { thread: ThreadView; loading: boolean; onLoad: () => void }) {
  if (thread.endsHere) {
    return (
      <p className="mx-auto mb-1 flex max-w-108 items-center gap-2 border-line border-b px-2 pb-2 text-center text-warn-ink text-xs">
        <WifiOff aria-hidden="true" size={14} className="shrink-0" />
        {m.tickets_copy_ends()}
      </p>
    );
  }
  if (loading) return <p className="self-center py-1 text-ink-3 text-xs">{m.tickets_loading_older()}</p>;
  if (thread.hasOlder) {
    return (
      <Button kind="ghost" size="small" className="self-center" onClick={onLoad}>
        {m.tickets_load_older()}
      </Button>
    );
  }
  const words = thread.messages.length > 0 ? m.tickets_thread_start() : m.tickets_thread_empty();
  return <p className="self-center py-1 text-ink-3 text-xs">{words}</p>;
}
