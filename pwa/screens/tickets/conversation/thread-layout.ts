import type { TicketNote } from "../../../../contracts/desk/tickets.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { dayOf } from "../../../conversation/thread/day-of.ts";
import type { TimelineEvent } from "../contact/timeline-text.ts";

/** A row of the message list, in the order from top to bottom. */
export type ThreadItem =
  | { kind: "day"; key: string; at: string }
  /** Consecutive messages of a queue that the reader does not serve, in one row. */
  | { kind: "hidden"; key: string; count: number }
  /** An event of the ticket's timeline. */
  | { kind: "event"; key: string; event: TimelineEvent }
  /** A note of the team. */
  | { kind: "note"; key: string; note: TicketNote }
  /** The point at which the network was lost. */
  | { kind: "offline"; key: string; since: string }
  | { kind: "message"; key: string; message: MessageView; startsGroup: boolean; endsGroup: boolean };

const sameAuthor = (a: MessageView, b: MessageView) =>
  a.fromMe === b.fromMe && a.userId === b.userId && a.author === b.author && a.hidden === b.hidden;

/** Events that are not shown: the thread itself shows that it was created. */
const hiddenEvents: ReadonlySet<string> = new Set(["created"]);
const END_OF_TIME = "9999";

/** Splits a thread into days and groups of consecutive messages of one author. Input and output are ascending. */
export function layoutThread(
  messages: MessageView[],
  offlineSince: string | null,
  events: readonly TimelineEvent[] = [],
  notes: readonly TicketNote[] = [],
): ThreadItem[] {
  // Events before the first loaded message belong to messages that are not shown.
  const from = messages[0]?.createdAt ?? "";
  const between: { at: string; item: ThreadItem }[] = [
    ...events
      .filter(({ type }) => !hiddenEvents.has(type))
      .map((event) => ({ at: event.at, item: { kind: "event" as const, key: `event ${event.id}`, event } })),
    ...notes.map((note) => ({ at: note.createdAt, item: { kind: "note" as const, key: `note ${note.id}`, note } })),
  ]
    .filter(({ at }) => at >= from)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  let next = 0;
  const offlineFrom =
    offlineSince === null ? -1 : messages.findIndex((each) => each.local !== null && each.createdAt >= offlineSince);
  const dayStartsAt = (index: number) => {
    const before = messages[index - 1];
    const message = messages[index];
    return !before || !message || dayOf(before.createdAt) !== dayOf(message.createdAt);
  };
  const groupStartsAt = (index: number) => {
    const before = messages[index - 1];
    const message = messages[index];
    return !before || !message || index === offlineFrom || dayStartsAt(index) || !sameAuthor(before, message);
  };

  const items: ThreadItem[] = [];
  const addUntil = (instant: string) => {
    for (let each = between[next]; each && each.at < instant; each = between[next]) {
      items.push(each.item);
      next += 1;
    }
  };
  for (const [index, message] of messages.entries()) {
    addUntil(message.createdAt);
    if (dayStartsAt(index)) items.push({ kind: "day", key: `day ${message.id}`, at: message.createdAt });
    if (index === offlineFrom) items.push({ kind: "offline", key: "offline", since: offlineSince ?? "" });
    const last = items.at(-1);
    if (!message.hidden) {
      const startsGroup = groupStartsAt(index);
      items.push({ kind: "message", key: message.id, message, startsGroup, endsGroup: groupStartsAt(index + 1) });
    } else if (last?.kind === "hidden") {
      last.count += 1;
    } else {
      items.push({ kind: "hidden", key: `hidden ${message.id}`, count: 1 });
    }
  }
  addUntil(END_OF_TIME);
  return items;
}
