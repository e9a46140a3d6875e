import {
  compareMessages,
  FROM_NEWEST,
  type MessageRow,
  OLDER_PAGE,
  THREAD_TAIL,
  type ThreadUpdate,
} from "../../../contracts/desk/messages.ts";
import { CHAT_TAIL, type ChatMessageRow } from "../../../contracts/office/chats.ts";
import type { CollectionName } from "../../../contracts/sync.ts";
import { givenChatMessage, givenMessage } from "./given.ts";

/** The error that `apiFetch` throws on a refusal. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export type Entry = { id: string; rev: number; deleted: boolean; document: Record<string, unknown> };
export type FakeDocuments = ReturnType<typeof createFakeDocuments>;

/** The documents of the server, with the revision of each change. */
export function createFakeDocuments() {
  const stores = new Map<CollectionName, Map<string, Entry>>();
  const rows = new Map<string, Map<string, { row: MessageRow; rev: number }>>();
  const chatRows = new Map<string, { row: ChatMessageRow; rev: number }[]>();
  const log: { collection: CollectionName; id: string; rev: number }[] = [];
  let rev = 0;

  function store(collection: CollectionName) {
    const found = stores.get(collection) ?? new Map<string, Entry>();
    stores.set(collection, found);
    return found;
  }

  function advance(collection: CollectionName, id: string) {
    rev += 1;
    log.push({ collection, id, rev });
  }

  function put(collection: CollectionName, document: { id: string; [field: string]: unknown }) {
    advance(collection, document.id);
    store(collection).set(document.id, { id: document.id, rev, deleted: false, document: { ...document, rev } });
    return rev;
  }

  function remove(collection: CollectionName, id: string) {
    advance(collection, id);
    store(collection).set(id, { id, rev, deleted: true, document: {} });
    return rev;
  }

  function message(ticketId: string, change: Partial<MessageRow> = {}) {
    const row = givenMessage({ ticketId, ...change });
    const thread = rows.get(ticketId) ?? new Map();
    rows.set(ticketId, thread);
    advance("threads", ticketId);
    thread.set(row.id, { row, rev });
    store("threads").set(ticketId, { id: ticketId, rev, deleted: false, document: {} });
    return row;
  }

  /** Adds a message to a chat's thread with the next number; null adds none and makes the thread known. */
  function chatMessage(chatId: string, change: Partial<ChatMessageRow> | null = {}) {
    const list = chatRows.get(chatId) ?? [];
    chatRows.set(chatId, list);
    advance("chatThreads", chatId);
    const row = givenChatMessage({ chatId, seq: list.length + 1, ...change });
    if (change) list.push({ row, rev });
    store("chatThreads").set(chatId, { id: chatId, rev, deleted: false, document: {} });
    return row;
  }

  function chatThread(id: string, since: number | null, before = Number.POSITIVE_INFINITY) {
    const all = (chatRows.get(id) ?? []).filter(({ row }) => row.seq < before);
    const picked = since === null ? all.slice(-CHAT_TAIL) : all.filter((entry) => entry.rev > since);
    const whole = since === null && before === Number.POSITIVE_INFINITY;
    const messages = picked.map(({ row }) => row);
    return { id, rev: store("chatThreads").get(id)?.rev ?? 0, whole, hasOlder: all.length > CHAT_TAIL, messages };
  }

  function thread(id: string, since: number | null): ThreadUpdate {
    const all = [...(rows.get(id)?.values() ?? [])].sort((a, b) => compareMessages(a.row, b.row));
    const picked = since === null ? all.slice(-THREAD_TAIL) : all.filter((entry) => entry.rev > since);
    return {
      id,
      rev: store("threads").get(id)?.rev ?? 0,
      whole: since === null,
      hasOlder: all.length > THREAD_TAIL,
      messages: picked.map(({ row }) => row),
    };
  }

  function olderMessages(ticketId: string, before: string) {
    const all = [...(rows.get(ticketId)?.values() ?? [])].map(({ row }) => row).sort(compareMessages);
    const end = before === FROM_NEWEST ? all.length : all.findIndex(({ id }) => id === before);
    if (end === -1) throw new Refused(404, "ERR_NO_MESSAGE_FOUND");
    const messages = all.slice(Math.max(0, end - OLDER_PAGE), end);
    return { id: ticketId, whole: false, hasOlder: end > OLDER_PAGE, messages };
  }

  return {
    rev: () => rev,
    ...{ put, remove, message, chatMessage, thread, chatThread, olderMessages },
    all: (collection: CollectionName) => [...store(collection).values()],
    /** Returns the changes after a revision, oldest first. */
    changesSince: (collection: CollectionName, since: number) =>
      log.filter((change) => change.collection === collection && change.rev > since),
    hasThread: (id: string) => rows.has(id) && !store("threads").get(id)?.deleted,
    hasChatThread: (id: string) => chatRows.has(id) && !store("chatThreads").get(id)?.deleted,
    /** Returns a document as a page has it. `since`: only the messages of a thread after this revision. */
    documentOf(collection: CollectionName, entry: Entry, since: number | null) {
      if (entry.deleted) return { id: entry.id, _deleted: true };
      if (collection === "chatThreads") return chatThread(entry.id, since);
      return collection === "threads" ? thread(entry.id, since) : entry.document;
    },
  };
}
