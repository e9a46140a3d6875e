import * as v from "valibot";
import { mediaTypes, messageOrigins } from "../../contracts/desk/messages.ts";
import { AnswerId, AnswerTime, Count, IdAnswer, MediaAddress, NamedInColor } from "../http/answer-values.ts";

/** Stickers are answered as images. */
const ShownMediaType = v.picklist(mediaTypes.filter((mediaType) => mediaType !== "sticker"));
const ContactName = v.object({ name: v.string() });
const ErrorCodeText = v.pipe(v.string(), v.description("Why it was not sent: an error code"));
const Reactions = v.array(v.object({ emoji: v.string(), fromMe: v.boolean() }));

const MessageAnswer = v.object({
  id: AnswerId,
  ticketId: AnswerId,
  fromMe: v.pipe(v.boolean(), v.description("false: the contact wrote it")),
  body: v.pipe(v.string(), v.description("The text, or the caption of a file; '' when `hidden`")),
  createdAt: v.pipe(AnswerTime, v.description("The channel's time; UTC, ISO 8601")),
  updatedAt: v.pipe(AnswerTime, v.description("The time of the last edit, else `createdAt`; UTC, ISO 8601")),
  ack: v.pipe(
    v.picklist([0, 1, 2, 3, 4]),
    v.description("0 stored, 1 accepted by the channel, 2 delivered, 3 read, 4 played"),
  ),
  read: v.pipe(
    v.boolean(),
    v.description("Whether the recipient has read it: the contact, or for an incoming message an agent"),
  ),
  isDeleted: v.boolean(),
  isEdited: v.boolean(),
  mediaType: v.pipe(ShownMediaType, v.description("`chat` is text; a sticker is an `image`")),
  mediaUrl: v.pipe(v.nullable(MediaAddress), v.description("null: no file, or it is not stored")),
  fileId: v.nullable(AnswerId),
  mediaName: v.pipe(v.nullable(v.string()), v.description("The file's name")),
  quotedMsgId: v.nullable(AnswerId),
  quotedMsg: v.nullable(
    v.object({
      id: AnswerId,
      body: v.pipe(v.string(), v.description("'' when the user may not read it")),
      fromMe: v.boolean(),
      mediaType: ShownMediaType,
      contact: v.pipe(ContactName, v.description("Who wrote the quoted message")),
    }),
  ),
  contact: v.pipe(v.nullable(ContactName), v.description("Who wrote it, in a group the member; null when `fromMe`")),
  userId: v.pipe(
    v.nullable(AnswerId),
    v.description("The agent who wrote it; null: the contact, the desk itself, an integrator or the company's phone"),
  ),
  origin: v.pipe(
    v.nullable(v.picklist(messageOrigins)),
    v.description("The kind of an automatic or scheduled message; null: written by a person or an integrator"),
  ),
  queueId: v.pipe(v.nullable(AnswerId), v.description("The ticket's queue when it was written")),
  queue: v.pipe(v.nullable(NamedInColor), v.description("null also when the queue was deleted")),
  hidden: v.pipe(v.boolean(), v.description("Whether it belongs to a queue that the user may not see")),
  errorCode: v.nullable(ErrorCodeText),
  reactions: Reactions,
});

export const MessagePageAnswer = v.object({
  messages: v.array(MessageAnswer),
  hasMore: v.boolean(),
  count: v.pipe(Count, v.description("Messages on this page")),
});

export const MediaPageAnswer = v.object({ messages: v.array(MessageAnswer), hasMore: v.boolean() });

export const NotDeliveredAnswer = v.object({
  messages: v.array(
    v.object({
      id: AnswerId,
      ticketId: AnswerId,
      body: v.string(),
      mediaType: v.picklist(mediaTypes),
      errorCode: ErrorCodeText,
      createdAt: AnswerTime,
      mayDecide: v.pipe(v.boolean(), v.description("Whether the user may retry or discard it")),
      contact: ContactName,
    }),
  ),
  hasMore: v.boolean(),
});

export const VersionsAnswer = v.object({
  versions: v.array(
    v.object({
      id: AnswerId,
      body: v.string(),
      cause: v.pipe(
        v.picklist(["edit", "delete", "refused"]),
        v.description("What replaced the text; `refused`: the text of an edit that the channel refused"),
      ),
      at: AnswerTime,
    }),
  ),
});

/** JSON is answered by its message, files by a list. Of a message that the user may not see only the id is answered. */
export const SentAnswer = v.union([MessageAnswer, v.object({ messages: v.array(MessageAnswer) }), IdAnswer]);

export const EditedAnswer = v.object({ id: AnswerId, body: v.string(), isEdited: v.boolean() });
export const ReactionsAnswer = v.object({ id: AnswerId, reactions: Reactions });
