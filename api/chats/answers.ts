import * as v from "valibot";
import { mediaTypes } from "../../contracts/desk/messages.ts";
import { AnswerId, AnswerTime, Count, MediaAddress, Named } from "../http/answer-values.ts";

export const ChatAnswer = v.object({
  id: AnswerId,
  uuid: v.pipe(AnswerId, v.description("The same as `id`")),
  title: v.pipe(v.string(), v.description("'': the chat is named after its other members")),
  ownerId: AnswerId,
  lastMessage: v.pipe(v.string(), v.description("The text of the newest message; '' without one")),
  createdAt: AnswerTime,
  updatedAt: v.pipe(
    AnswerTime,
    v.description("The time of the newest message, or of the last change of the title; UTC, ISO 8601"),
  ),
  users: v.pipe(
    v.array(
      v.object({
        chatId: AnswerId,
        userId: AnswerId,
        unreads: v.pipe(Count, v.description("Messages of others that this member has not read")),
        user: Named,
      }),
    ),
    v.description("The members in order of joining"),
  ),
});

export const ChatPageAnswer = v.object({ records: v.array(ChatAnswer), hasMore: v.boolean() });

const authorId = v.pipe(v.nullable(AnswerId), v.description("UUID; null: the author was deleted"));

export const ChatMessageAnswer = v.object({
  id: AnswerId,
  chatId: AnswerId,
  senderId: authorId,
  sender: v.object({ id: authorId, name: v.string() }),
  message: v.pipe(v.string(), v.description("The text; '' of a file without one")),
  createdAt: AnswerTime,
  updatedAt: v.pipe(AnswerTime, v.description("The same as `createdAt`")),
  seq: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("The order in the chat, without gaps")),
  mediaType: v.picklist(mediaTypes),
  mediaName: v.pipe(v.nullable(v.string()), v.description("The file's name")),
  mediaPath: v.nullable(MediaAddress),
  fileId: v.nullable(AnswerId),
  quotedMsg: v.nullable(
    v.object({
      id: AnswerId,
      message: v.string(),
      mediaType: v.picklist(mediaTypes),
      sender: v.object({ name: v.string() }),
    }),
  ),
});

export const ChatMessagePageAnswer = v.object({ records: v.array(ChatMessageAnswer), hasMore: v.boolean() });
