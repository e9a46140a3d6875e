import * as v from "valibot";
import { mediaTypeOf } from "../desk/messages.ts";
import { ChatChange, type ChatDocument, ChatReading, NewChat, NewChatMessage, OnChat } from "../office/chats.ts";
import { type CommandRow, type Facts, payloads, type Step } from "./row.ts";

export const chatPayloads = payloads(() => ({
  "chat.create": v.omit(NewChat, ["id"]),
  "chat.update": ChatChange,
  "chat.delete": OnChat,
  "chat.read": ChatReading,
  "chatMessage.send": v.omit(NewChatMessage, ["id"]),
}));

type Payload<T extends keyof typeof chatPayloads> = v.InferInput<(typeof chatPayloads)[T]>;
type EffectContext = Step & Facts["chats"];

const LAST_BODY = 200;

export const chatCommands = {
  "chat.create": {
    chat: (_payload, id) => id,
    creates: "subject",
    staysRefused: true,
    shownIn: ["chats", "chatThreads"],
    effects: { chats: (chat, payload, step) => chat ?? created(payload, step) },
  } satisfies CommandRow<Payload<"chat.create">>,
  "chat.update": {
    chat: ({ chatId }) => chatId,
    shownIn: ["chats"],
    effects: { chats: (chat, payload, step) => chat && changed(chat, payload, step) },
  } satisfies CommandRow<Payload<"chat.update">>,
  "chat.delete": {
    chat: ({ chatId }) => chatId,
    isLong: true,
    shownIn: ["chats", "chatThreads"],
    effects: { chats: () => null },
  } satisfies CommandRow<Payload<"chat.delete">>,
  "chat.read": {
    chat: ({ chatId }) => chatId,
    isQuiet: true,
    shownIn: ["chats"],
    effects: { chats: (chat, { seq }, step) => chat && read(chat, seq, step) },
  } satisfies CommandRow<Payload<"chat.read">>,
  "chatMessage.send": {
    chat: ({ chatId }) => chatId,
    creates: "message",
    shownIn: ["chats", "chatThreads"],
    effects: { chats: (chat, payload, step) => chat && withMessage(chat, payload, step) },
  } satisfies CommandRow<Payload<"chatMessage.send">>,
};

const later = (a: string, b: string) => (a > b ? a : b);

function created({ title = "", userIds }: Payload<"chat.create">, { id, at, userId, userName, nameOf }: EffectContext) {
  const others = [...new Set(userIds)].filter((other) => other !== userId);
  return {
    id,
    rev: 0,
    title: title.trim(),
    ownerId: userId,
    members: [{ userId, name: userName }, ...others.map((other) => ({ userId: other, name: nameOf(other) }))],
    lastMessage: null,
    lastSeq: 0,
    readSeq: 0,
    unread: 0,
    createdAt: at,
    updatedAt: at,
  } satisfies ChatDocument;
}

function changed(chat: ChatDocument, payload: Payload<"chat.update">, { at, nameOf }: EffectContext): ChatDocument {
  const { title = chat.title, add = [], remove = [] } = payload;
  const leaving = new Set(remove.filter((id) => id !== chat.ownerId));
  const kept = chat.members.filter(({ userId }) => !leaving.has(userId));
  const known = new Set(kept.map(({ userId }) => userId));
  const joining = [...new Set(add)].filter((id) => !known.has(id) && !leaving.has(id));
  return {
    ...chat,
    title: title.trim(),
    members: [...kept, ...joining.map((userId) => ({ userId, name: nameOf(userId) }))],
    updatedAt: title.trim() === chat.title ? chat.updatedAt : later(at, chat.updatedAt),
  };
}

/** Counts the unread messages in the thread; messages that only the server has count as before. */
function read(chat: ChatDocument, seq: number, { userId, messages }: EffectContext): ChatDocument {
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
function withMessage(
  chat: ChatDocument,
  { body = "" }: Payload<"chatMessage.send">,
  step: EffectContext,
): ChatDocument {
  const { at, userId, userName, file } = step;
  const text = body.trim().slice(0, LAST_BODY);
  return {
    ...chat,
    lastMessage: { userId, userName, body: text, mediaType: mediaTypeOf(file), createdAt: at },
    updatedAt: later(at, chat.updatedAt),
  };
}
