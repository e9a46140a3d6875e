import type { TicketNote } from "../../../../contracts/desk/tickets.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import {
  mediaName,
  plainLine,
  shortText,
  textToCopy,
  withoutMarks,
} from "../../../conversation/text/message-summary.ts";
import { isInvisible } from "../../../conversation/text/visible-text.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { layoutThread, type ThreadItem } from "../conversation/thread-layout.ts";

type PrintedItem = Extract<ThreadItem, { kind: "message" | "note" | "hidden" }>;
/** `at`: an instant of the day. */
export type PrintedDay = { key: string; at: string; items: PrintedItem[] };

/** Splits a conversation into days, in the order of the screen. `notes`: the internal notes that are printed. */
export function printedDays(messages: MessageView[], notes: readonly TicketNote[]): PrintedDay[] {
  const days: PrintedDay[] = [];
  const [first] = messages;
  // The screen shows no note from before the first message: it may belong to messages that are not loaded.
  const before = notes.filter(({ createdAt }) => !first || createdAt < first.createdAt);
  for (const note of before) dayFor(note.createdAt, note.id).items.push({ kind: "note", key: `note ${note.id}`, note });
  for (const item of layoutThread(messages, null, [], notes)) {
    if (item.kind === "day") dayFor(item.at, item.key);
    else if (item.kind === "message") dayFor(item.message.createdAt, item.key).items.push(item);
    // A day may have notes alone.
    else if (item.kind === "note") dayFor(item.note.createdAt, item.key).items.push(item);
    else if (item.kind === "hidden") days.at(-1)?.items.push(item);
  }
  function dayFor(at: string, key: string): PrintedDay {
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(at).toDateString()) return last;
    const day = { key, at, items: [] };
    days.push(day);
    return day;
  }
  return days;
}

export type PrintedMessage = {
  /** A line on what the message quotes. */
  quoted: string | null;
  /** The kind and the name of a file. */
  file: string | null;
  text: string;
};

/** Returns a message's content as text, whole and without the channel's formatting marks. */
export function printedMessage(message: MessageView): PrintedMessage {
  const { body, mediaType, media, isDeleted } = message;
  const quoted = message.quoted && !isDeleted ? plainLine(shortText(message.quoted)) : null;
  const text = withoutMarks(textToCopy(message)).trim();
  if (isDeleted) return { quoted, file: null, text: [m.tickets_deleted(), text].filter(Boolean).join(" ") };
  if (mediaType === "chat") return { quoted, file: null, text: isInvisible(body) ? m.tickets_body_empty() : text };
  if (mediaType === "locationMessage") return { quoted, file: null, text: shortText(message) };
  const file = [mediaName(mediaType), media?.name].filter(Boolean).join(": ");
  return { quoted, file, text: mediaType === "unsupported" || body === media?.name ? "" : text };
}
