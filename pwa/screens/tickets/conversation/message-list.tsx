import { EyeOff, WifiOff } from "lucide-react";
import { type Ref, useCallback, useImperativeHandle, useMemo } from "react";
import type { ThreadView } from "../../../../sync/client/index.ts";
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
import { clock } from "../../../i18n/date-time.ts";
import { dayTitle } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useSyncStatus } from "../../../session/desk.tsx";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { useLate } from "../../../ui/use-late.ts";
import { type TimelineEvent, timelineText } from "../contact/timeline-text.ts";
import { Bubble } from "../message/bubble.tsx";
import { NoteCard } from "../message/note-card.tsx";
import { useConversation } from "./conversation-context.tsx";
import { layoutThread, type ThreadItem } from "./thread-layout.ts";

export type MessageListHandle = {
  focusLast: () => void;
  jump: (messageId: string) => boolean;
  /** Scrolls to a message and marks it without taking the focus; null removes the mark. */
  mark: (messageId: string | null) => void;
  toEnd: () => void;
  /** Opens the life line of the user's last message. */
  life: () => void;
};

type MessageListProps = {
  thread: ThreadView;
  /** Events of the ticket that stand between the messages. */
  events: readonly TimelineEvent[];
  onLeave: () => void;
  ref?: Ref<MessageListHandle>;
};

const WAITS_MS = 10_000;

export function MessageList({ thread, events, onLeave, ref }: MessageListProps) {
  const { ticket, reply, mayWrite } = useConversation();
  const { linkUp, since } = useSyncStatus();
  const { messages } = thread;
  const last = messages.at(-1);
  const desk = useDesk();
  const older = useOlder(
    thread,
    useCallback(() => desk.loadOlder(ticket.id), [desk, ticket.id]),
  );
  const onNearTop = useCallback(() => void older.load(), [older.load]);
  const stick = useStickToEnd(
    { first: messages[0]?.id, last: last?.id, lastIsMine: last?.fromMe === true, count: messages.length },
    onNearTop,
  );
  const { scroller, leaveEnd, toEnd } = stick;
  useFoundMessage(thread, onNearTop, (messageId) => {
    leaveEnd();
    markMessage(scroller.current, messageId);
    return focusMessage(scroller.current, messageId);
  });
  const { notes } = ticket;
  const items = useMemo(
    () => layoutThread(messages, linkUp ? null : since, events, notes),
    [messages, linkUp, since, events, notes],
  );
  const queued = messages.filter((message) => message.local === "queued" || message.local === "sending").length;
  // A message that is on its way stands in the thread itself; the sentence is for those that wait.
  const isLate = useLate(queued > 0, WAITS_MS);
  const showsQueued = queued > 0 && (!linkUp || isLate);
  useMessageKeys(scroller, {
    onKey(event, { id, element }) {
      const message = messages.find((each) => each.id === id);
      if (isPressed(event, "reply")) {
        if (message && mayWrite) reply(message);
      } else if (isPressed(event, "life")) lifeOf(element)?.click();
      else return false;
      return true;
    },
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
    life: () => lifeOf(lastOwn(scroller.current))?.click(),
  }));

  return (
    <MessageScroller label={m.tickets_messages_label()} stick={stick}>
      <ThreadTop
        thread={thread}
        loading={older.loading}
        onLoad={onNearTop}
        startText={messages.length > 0 ? m.tickets_thread_start() : m.tickets_thread_empty()}
      />
      {items.map((item) => (
        <Item key={item.key} item={item} />
      ))}
      {showsQueued && <p className="mt-1.5 self-end text-ink-2 text-xs">{m.tickets_queue_note({ count: queued })}</p>}
    </MessageScroller>
  );
}

const lifeOf = (message: Element | null) => message?.querySelector<HTMLElement>("button[aria-expanded]") ?? null;
/** Only own messages have a life line. */
const lastOwn = (scroller: HTMLElement | null) =>
  [...(scroller?.querySelectorAll("[data-message]") ?? [])].findLast((message) => lifeOf(message) !== null) ?? null;

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
          {timelineText(item.event)} · <time dateTime={item.event.at}>{clock(item.event.at)}</time>
        </p>
      );
    case "note":
      return <NoteCard note={item.note} />;
    case "hidden":
      return (
        <p className="my-2 flex items-center gap-1.5 self-center text-ink-3 text-xs">
          <EyeOff aria-hidden="true" size={14} />
          {m.tickets_hidden({ count: item.count })}
        </p>
      );
  }
}
