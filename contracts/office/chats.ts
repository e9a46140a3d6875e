import * as v from "valibot";
import { Body, MessageMedia, mediaTypes } from "../desk/messages.ts";
import { Id, Instant } from "../id.ts";

/** The most people in an internal chat, its owner included. */
export const MAX_CHAT_MEMBERS = 100;
export const MAX_CHAT_TITLE = 100;
/** How many messages of a chat are in its thread document; older ones are fetched in pages. */
export const CHAT_TAIL = 50;

/** May be empty: the chat is then named after its other members. */
export const ChatTitle = v.pipe(v.string(), v.trim(), v.maxLength(MAX_CHAT_TITLE));
/** May be empty beside a file. */
export const ChatBody = v.pipe(Body, v.trim());
const People = v.pipe(v.array(Id), v.maxLength(MAX_CHAT_MEMBERS));

/** `userIds`: the other members; the creator is the owner and always a member. */
export const NewChat = v.object({
  id: v.optional(Id),
  title: v.optional(ChatTitle, ""),
  userIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_CHAT_MEMBERS - 1)),
});
export type NewChat = v.InferOutput<typeof NewChat>;

/** Members to add and to remove, so that a change from another device of the owner is kept. */
export const ChatChange = v.object({
  chatId: Id,
  title: v.optional(ChatTitle),
  add: v.optional(People, []),
  remove: v.optional(People, []),
});
export type ChatChange = v.InferOutput<typeof ChatChange>;

export const OnChat = v.object({ chatId: Id });

/** `seq`: the newest message that the member has seen. An older value than the stored one changes nothing. */
export const ChatReading = v.object({ chatId: Id, seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });
export type ChatReading = v.InferOutput<typeof ChatReading>;

/** A text, a file, or both. */
export const NewChatMessage = v.object({
  id: v.optional(Id),
  chatId: Id,
  body: v.optional(ChatBody, ""),
  fileId: v.optional(v.nullable(Id), null),
  quotedId: v.optional(v.nullable(Id), null),
});
export type NewChatMessage = v.InferOutput<typeof NewChatMessage>;

const Author = { userId: v.nullable(Id), userName: v.string() };

/** `userId` is null when the author's user was deleted; `userName` stays. */
export const ChatMessageRow = v.object({
  id: Id,
  chatId: Id,
  ...Author,
  body: v.string(),
  mediaType: v.picklist(mediaTypes),
  media: v.nullable(MessageMedia),
  quoted: v.nullable(v.object({ id: Id, body: v.string(), mediaType: v.picklist(mediaTypes), author: v.string() })),
  createdAt: Instant,
  /** The order in the chat: 1, 2, 3 and so on, without gaps. */
  seq: v.number(),
});
export type ChatMessageRow = v.InferOutput<typeof ChatMessageRow>;

/** A chat as its reader's device keeps it. */
export const ChatDocument = v.object({
  id: Id,
  rev: v.number(),
  title: v.string(),
  ownerId: Id,
  /** In order of joining. */
  members: v.array(v.object({ userId: Id, name: v.string() })),
  /** `body` is cut to 200 characters. */
  lastMessage: v.nullable(
    v.object({ ...Author, body: v.string(), mediaType: v.picklist(mediaTypes), createdAt: Instant }),
  ),
  /** The `seq` of the newest message; 0: none. */
  lastSeq: v.number(),
  /** Up to where the reader has read. A new member starts at the chat's `lastSeq`. */
  readSeq: v.number(),
  /** Messages of others after `readSeq`. */
  unread: v.number(),
  createdAt: Instant,
  /** The time of the newest message, or of the last change of the title. */
  updatedAt: Instant,
});
export type ChatDocument = v.InferOutput<typeof ChatDocument>;

/** The content of a pull: the whole tail, or only new rows. The document has the id of its chat. */
export const ChatThreadUpdate = v.object({
  id: Id,
  rev: v.number(),
  whole: v.boolean(),
  hasOlder: v.boolean(),
  messages: v.array(ChatMessageRow),
});
export type ChatThreadUpdate = v.InferOutput<typeof ChatThreadUpdate>;

/** A chat's thread on the device: the newest messages, oldest first. */
export type ChatThreadDocument = Omit<ChatThreadUpdate, "whole">;
