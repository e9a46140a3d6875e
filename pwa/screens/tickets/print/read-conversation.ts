import { compareMessages, type MessageRow } from "../../../../contracts/desk/messages.ts";
import type { DeviceDesk, MessageView, ThreadView } from "../../../../sync/client/index.ts";
import { firstValueOf } from "../../../session/desk.tsx";

/** `isWhole` false: messages before the first one are not on this device, and there was no network to fetch them. */
export type WholeConversation = { messages: MessageView[]; isWhole: boolean };

type Reading = {
  desk: Pick<DeviceDesk, "thread$" | "loadOlder" | "readOlder">;
  ticketId: string;
  /** Called after each page with the number of messages that were read so far. */
  onRead: (count: number) => void;
  signal: AbortSignal;
};

/**
 * Reads all messages of a conversation, page by page and oldest first. The pages come from the server and are not stored:
 * a conversation of thousands of messages would otherwise fill the device, and the screen behind would draw each of
 * them. Without a network it takes the pages that this device has. Rejects with `ApiError` when the user may not see the
 * ticket, and with the signal's reason when it is aborted.
 */
export async function readConversation({ desk, ticketId, onRead, signal }: Reading): Promise<WholeConversation> {
  const shown = () => firstValueOf<ThreadView>(desk.thread$(ticketId));
  const thread = await shown();
  const rows = new Map<string, MessageRow>(thread.messages.map((message) => [message.id, message]));
  let isWhole = thread.isKnown && !thread.hasOlder;
  while (!isWhole) {
    signal.throwIfAborted();
    onRead(rows.size);
    const page = await desk.readOlder(ticketId, [...rows.values()].sort(compareMessages));
    if (!page) {
      isWhole = await readStoredPages({ desk, ticketId, onRead, signal });
      break;
    }
    for (const row of page.messages) rows.set(row.id, row);
    isWhole = page.complete;
    // A page without a new message would be asked for again and again.
    if (page.messages.length === 0) break;
  }
  signal.throwIfAborted();
  // Adds messages that arrived, were edited or were sent meanwhile.
  const latest = await shown();
  const current = new Map(latest.messages.map((message) => [message.id, message]));
  const older = [...rows.values()].filter(({ id }) => !current.has(id)).sort(compareMessages);
  const messages = [...older.map(asView), ...latest.messages];
  onRead(messages.length);
  return { messages: sorted(messages), isWhole };
}

/** Shows the pages that this device has, in the conversation as well; returns whether these are all. */
async function readStoredPages({ desk, ticketId, onRead, signal }: Reading): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    const { hasOlder, reason } = await desk.loadOlder(ticketId);
    onRead((await firstValueOf<ThreadView>(desk.thread$(ticketId))).messages.length);
    if (!hasOlder || reason) return !hasOlder;
  }
}

const asView = (row: MessageRow): MessageView => ({ local: null, commandId: null, ...row });

/** Messages that this device has not sent stay at the end, in the order in which they were written. */
function sorted(messages: MessageView[]): MessageView[] {
  const isHere = ({ local }: MessageView) => local === "queued" || local === "sending";
  return [...messages.filter((each) => !isHere(each)).sort(compareMessages), ...messages.filter(isHere)];
}
