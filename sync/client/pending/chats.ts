import type { ChatDocument, ChatMessageRow } from "../../contracts/chats.ts";
import type { CommandType } from "../../contracts/commands.ts";
import type { ChatView } from "../desk-types.ts";
import { isQuiet, isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";
import { mediaTypeOf } from "./media-type.ts";

const LAST_BODY = 200;

export type ChatReader = {
  /** The acting user. */
  userId: string;
  userName: string;
  /** '' for a user that this device does not know. */
  nameOf(userId: string): string;
  /** The messages of a chat's thread on this device, oldest first. */
  messages(chatId: string): readonly ChatMessageRow[];
};

/** Applies the pending commands of one chat, in outbox order. Null: not on this device, or being deleted. */
export function chatView(
  pulled: ChatDocument | null,
  commands: readonly OutboxRecord[],
  reader: ChatReader,
): ChatView | null {
  let chat = pulled;
  for (const command of commands) {
    if (command.type === "chat.delete" && !isStopped(command)) return null;
    if (command.type === "chat.create" && !chat) chat = createdChat(command, reader);
    else if (chat && isStillAhead(command, pulled)) chat = applyToChat(chat, command, reader);
  }
  if (!chat) return null;
  const steps = commands.filter((command) => !isQuiet(command));
  const unsent = steps.filter(isUnsent);
  return {
    ...chat,
    pending: [...new Set<CommandType>(unsent.map(({ type }) => type))],
    queued: unsent.filter(({ type }) => type === "chatMessage.send").length,
    failed: steps.filter(isStopped).length,
    isWaiting: unsent.some(({ type }) => type === "chat.create" || type === "chat.update"),
  };
}

/** Newest activity first. */
export const compareChats = (a: ChatDocument, b: ChatDocument): number =>
  compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id);

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Refused commands have no effect; an answered one counts until the pulled document has its revision. */
function isStillAhead(command: OutboxRecord, pulled: ChatDocument | null): boolean {
  if (isStopped(command)) return false;
  return !(command.state === "answered" && pulled && command.rev !== null && pulled.rev >= command.rev);
}

function applyToChat(chat: ChatDocument, command: OutboxRecord, reader: ChatReader): ChatDocument {
  if (command.type === "chat.update") return withChange(chat, command, reader);
  if (command.type === "chat.read") return withReading(chat, command.payload.seq, reader);
  return command.type === "chatMessage.send" ? withMessage(chat, command, reader) : chat;
}

type Command<T extends CommandType> = Extract<OutboxRecord, { type: T }>;

const later = (a: string, b: string) => (a > b ? a : b);

function withChange(chat: ChatDocument, { payload, createdAt }: Command<"chat.update">, reader: ChatReader) {
  const { title = chat.title, add = [], remove = [] } = payload;
  const leaving = new Set(remove.filter((id) => id !== chat.ownerId));
  const kept = chat.members.filter(({ userId }) => !leaving.has(userId));
  const known = new Set(kept.map(({ userId }) => userId));
  const joining = [...new Set(add)].filter((id) => !known.has(id) && !leaving.has(id));
  return {
    ...chat,
    title: title.trim(),
    members: [...kept, ...joining.map((userId) => ({ userId, name: reader.nameOf(userId) }))],
    updatedAt: title.trim() === chat.title ? chat.updatedAt : later(createdAt, chat.updatedAt),
  };
}

/** Counts the unread messages in the thread; messages that only the server has count as before. */
function withReading(chat: ChatDocument, seq: number, { userId, messages }: ChatReader): ChatDocument {
  if (seq <= chat.readSeq) return chat;
  const readSeq = Math.min(seq, chat.lastSeq);
  const rows = messages(chat.id);
  const isKnown = rows.some((row) => row.seq <= readSeq + 1);
  const missing = Math.max(0, chat.lastSeq - (rows.at(-1)?.seq ?? 0));
  const counted = rows.filter((row) => row.seq > readSeq && row.userId !== userId).length + missing;
  const unread = readSeq === chat.lastSeq ? 0 : isKnown ? Math.min(chat.unread, counted) : chat.unread;
  return { ...chat, readSeq, unread };
}

/** An own message without an answer is the newest: the server numbers it after all that it has. */
function withMessage(chat: ChatDocument, command: Command<"chatMessage.send">, reader: ChatReader): ChatDocument {
  const { file, payload, createdAt } = command;
  const body = (payload.body ?? "").trim().slice(0, LAST_BODY);
  return {
    ...chat,
    lastMessage: { userId: reader.userId, userName: reader.userName, body, mediaType: mediaTypeOf(file), createdAt },
    updatedAt: later(createdAt, chat.updatedAt),
  };
}

function createdChat({ id, payload, createdAt }: Command<"chat.create">, reader: ChatReader): ChatDocument {
  const { userId, userName, nameOf } = reader;
  const others = [...new Set(payload.userIds)].filter((other) => other !== userId);
  return {
    id,
    rev: 0,
    title: (payload.title ?? "").trim(),
    ownerId: userId,
    members: [{ userId, name: userName }, ...others.map((other) => ({ userId: other, name: nameOf(other) }))],
    lastMessage: null,
    lastSeq: 0,
    readSeq: 0,
    unread: 0,
    createdAt,
    updatedAt: createdAt,
  };
}
