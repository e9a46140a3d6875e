import { EyeOff, WifiOff } from "lucide-react";
import { type Ref, useCallback, useImperativeHandle, useMemo } from "react";
import type { ThreadView } from "../../../../sync/client/index.ts";
import { Divider } from "../../../conversation/thread/divider.tsx";
import { queuedIn, ThreadList, useThread } from "../../../conversation/thread/thread-list.tsx";
import { clock } from "../../../i18n/date-time.ts";
import { dayTitle } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useSyncStatus } from "../../../session/desk.tsx";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { useLate } from "../../../ui/hooks/use-late.ts";
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
  const desk = useDesk();
  const list = useThread(thread, {
    loadOlder: useCallback(() => desk.loadOlder(ticket.id), [desk, ticket.id]),
    lastIsMine: messages.at(-1)?.fromMe === true,
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
  const { notes } = ticket;
  const items = useMemo(
    () => layoutThread(messages, linkUp ? null : since, events, notes),
    [messages, linkUp, since, events, notes],
  );
  const queued = queuedIn(thread);
  // A message that is on its way stands in the thread itself; the sentence is for those that wait.
  const isLate = useLate(queued > 0, WAITS_MS);
  const showsQueued = queued > 0 && (!linkUp || isLate);
  useImperativeHandle(ref, () => ({
    focusLast: list.focusLast,
    jump: list.jump,
    mark: list.mark,
    life: () => lifeOf(lastOwn(list.scroller.current))?.click(),
  }));

  return (
    <ThreadList list={list} queued={showsQueued ? queued : 0}>
      {items.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </ThreadList>
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
