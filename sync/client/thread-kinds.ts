import { compareMessages, type MessageRow, THREAD_TAIL } from "../../contracts/desk/messages.ts";
import { CHAT_TAIL, type ChatMessageRow } from "../../contracts/office/chats.ts";
import type { CollectionName } from "../../contracts/sync.ts";

export type ThreadRow = { id: string; media: { fileId: string | null } | null };
/** A thread on the device: the newest messages, oldest first. */
export type Thread<Row> = { id: string; rev: number; hasOlder: boolean; messages: Row[] };
/** The content of a pull: the whole thread, or rows to merge into the device's copy. */
export type ThreadPart<Row> = Thread<Row> & { whole: boolean };

/** The order of a collection's rows, and how many of them a thread's document has. */
export type ThreadKind<Row> = { tail: number; compare(a: Row, b: Row): number };
export const ticketThreads: ThreadKind<MessageRow> = { tail: THREAD_TAIL, compare: compareMessages };
export const chatThreads: ThreadKind<ChatMessageRow> = { tail: CHAT_TAIL, compare: (a, b) => a.seq - b.seq };

/** The collections whose documents have a thread, and where it is. */
const threadsOf = { tickets: "threads", chats: "chatThreads" } as const;
export type ThreadCollection = (typeof threadsOf)[keyof typeof threadsOf];

/** Returns the collection with the threads of these documents; null: they have none. */
export const threadCollectionOf = (name: CollectionName): ThreadCollection | null =>
  name === "tickets" || name === "chats" ? threadsOf[name] : null;
