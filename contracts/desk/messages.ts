import * as v from "valibot";
import { Id, Instant } from "../id.ts";
import { writeCards } from "./bodies/card-text.ts";
import { type Card, Cards } from "./bodies/cards.ts";
import { messageOrigins } from "./bodies/message-words.ts";
import { writePlace } from "./bodies/place-text.ts";
import { Place, type PlaceInput } from "./bodies/places.ts";

export {
  type AnsweredQuestion,
  type AutomaticOrigin,
  answeredQuestions,
  automaticOrigins,
  isAutomatic,
  type MessageOrigin,
  messageOrigins,
  wordsOf,
} from "./bodies/message-words.ts";

/** `chat` is text. `unsupported` is stored raw and shown as such. */
export const mediaTypes = [
  "chat",
  "image",
  "audio",
  "video",
  "document",
  "sticker",
  "vcard",
  "contactMessage",
  "locationMessage",
  "unsupported",
] as const;
export type MediaType = (typeof mediaTypes)[number];

/** `pending`: being downloaded; `failed`: can be retried; `remote`: not downloaded until someone opens it. */
export const mediaStates = ["ready", "pending", "failed", "remote"] as const;

export const fileKinds = ["image", "audio", "video", "document"] as const;
export type FileKind = (typeof fileKinds)[number];

/** WhatsApp's longest text. A longer outgoing body is refused, a longer incoming one is cut. */
export const MAX_BODY = 65_536;
/** The longest name of a contact, a group or a group member. */
export const MAX_NAME = 100;
export const Body = v.pipe(v.string(), v.maxLength(MAX_BODY));

export const MebiByte = 1024 * 1024;
export const GibiByte = 1024 * MebiByte;
/** The largest file of each kind, in bytes. */
export const fileLimits: Record<FileKind, number> = {
  image: 16 * MebiByte,
  audio: 16 * MebiByte,
  video: 64 * MebiByte,
  document: 64 * MebiByte,
};

/** The longest recording that is sent as a voice note. */
export const MAX_VOICE_SECONDS = 15 * 60;

export const MessageMedia = v.object({
  fileId: v.nullable(Id),
  name: v.string(),
  mimetype: v.string(),
  size: v.number(),
  seconds: v.nullable(v.number()),
  /** 64 loudness values from 0 to 100, for voice notes. */
  waveform: v.nullable(v.array(v.number())),
  state: v.picklist(mediaStates),
  /** Why a failed file was not stored: an error code. Missing or null: the channel did not give it. */
  error: v.optional(v.nullable(v.string())),
});
export type MessageMedia = v.InferOutput<typeof MessageMedia>;

export const QuotedMessage = v.object({
  id: v.nullable(Id),
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: v.picklist(mediaTypes),
  /** The agent's or group member's name; '' is the contact, whose name is the conversation's. */
  author: v.string(),
});
export type QuotedMessage = v.InferOutput<typeof QuotedMessage>;

export const DeliveryTimes = v.object({
  server: v.nullable(Instant),
  accepted: v.nullable(Instant),
  delivered: v.nullable(Instant),
  read: v.nullable(Instant),
  played: v.nullable(Instant),
});

/** A message on the wire and on the device. A message of a queue that the user may not see has `hidden` and no text. */
export const MessageRow = v.object({
  id: Id,
  ticketId: Id,
  queueId: v.nullable(Id),
  fromMe: v.boolean(),
  /** The agent who wrote it; null for a contact, the bot or the company's phone. */
  userId: v.nullable(Id),
  origin: v.nullable(v.picklist(messageOrigins)),
  /** The campaign that sent it; null: none, or it was deleted. Missing in documents from before it was added. */
  campaign: v.optional(v.nullable(v.object({ id: Id, name: v.string() }))),
  /** The sender, in a group. */
  author: v.nullable(v.string()),
  body: v.string(),
  mediaType: v.picklist(mediaTypes),
  media: v.nullable(MessageMedia),
  quoted: v.nullable(QuotedMessage),
  ack: v.number(),
  errorCode: v.nullable(v.string()),
  life: DeliveryTimes,
  reactions: v.array(v.object({ emoji: v.string(), fromMe: v.boolean() })),
  isDeleted: v.boolean(),
  editedAt: v.nullable(Instant),
  isLate: v.boolean(),
  hidden: v.boolean(),
  /** The provider's time, for display and sorting. */
  createdAt: Instant,
  receivedAt: Instant,
  /** The order among equal times. */
  seq: v.number(),
});
export type MessageRow = v.InferOutput<typeof MessageRow>;

/** Compares by provider's time, provider's sequence, id. */
export function compareMessages(a: MessageRow, b: MessageRow): number {
  return a.createdAt.localeCompare(b.createdAt) || a.seq - b.seq || a.id.localeCompare(b.id);
}

/** How many messages of a ticket are in its thread document; older ones are fetched in pages. */
export const THREAD_TAIL = 30;
/** Older messages in one page. */
export const OLDER_PAGE = 50;
/** Where a page of older messages begins when no message is known. */
export const FROM_NEWEST = "newest";

/** An update of a thread: its whole tail, or only the changed rows. */
export const ThreadUpdate = v.object({
  id: Id,
  rev: v.number(),
  /** True: `messages` is the whole tail. False: rows to merge into the device's copy. */
  whole: v.boolean(),
  hasOlder: v.boolean(),
  messages: v.array(MessageRow),
});
export type ThreadUpdate = v.InferOutput<typeof ThreadUpdate>;

/** A thread on the device: the newest messages, oldest first. */
export type ThreadDocument = { id: string; rev: number; hasOlder: boolean; messages: MessageRow[] };

export const NewMessage = v.object({
  id: v.optional(Id),
  ticketId: Id,
  body: v.optional(Body, ""),
  quotedId: v.optional(v.nullable(Id), null),
  /** A completed upload. */
  fileId: v.optional(v.nullable(Id), null),
  /** A recording made in the composer, sent as a voice note. */
  isVoice: v.optional(v.boolean(), false),
  /** Contact cards or a location, instead of text and file. */
  cards: v.optional(v.nullable(Cards), null),
  place: v.optional(v.nullable(Place), null),
  /** The newest message that the user saw; a colleague's later reply then holds this one back. */
  seenMessageId: v.optional(v.nullable(Id), null),
});
export type NewMessage = v.InferOutput<typeof NewMessage>;

type Structured = { cards?: readonly Card[] | null; place?: PlaceInput | null };

/** Returns the kind and body of a message with contact cards or a location; null for text and files. */
export function structuredContent({ cards, place }: Structured): { mediaType: MediaType; body: string } | null {
  if (cards) return { mediaType: "vcard", body: writeCards(cards) };
  return place ? { mediaType: "locationMessage", body: writePlace(place) } : null;
}

/** The kind of a message with this file; text when there is none. */
export function mediaTypeOf(file: { mimetype: string } | null): MediaType {
  if (!file) return "chat";
  const family = file.mimetype.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** The kind and body of a message written on this device. A file that it did not upload is a quick reply's picture. */
export function writtenContent(
  message: Structured & { body?: string | undefined; fileId?: string | null | undefined },
  file: { mimetype: string } | null,
): { mediaType: MediaType; body: string } {
  const mediaType = message.fileId && !file ? "image" : mediaTypeOf(file);
  return structuredContent(message) ?? { mediaType, body: message.body ?? "" };
}

/** '' removes the reaction. */
export const Emoji = v.pipe(v.string(), v.maxLength(40));
export const NewReaction = v.object({ messageId: Id, emoji: Emoji });
export type NewReaction = v.InferOutput<typeof NewReaction>;

/** Each contact gets all messages in order. `queueId`: the queue of a ticket that has to be opened for it. */
export const NewForward = v.object({
  messageIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(30)),
  contactIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(20)),
  /** The ticket in which they were read. */
  ticketId: Id,
  queueId: v.optional(v.nullable(Id), null),
});
export type NewForward = v.InferOutput<typeof NewForward>;

const hex = (text: string) => [...text].map((digit) => Number.parseInt(digit, 16));

/**
 * Returns the id of a row when one command creates several, equal on device and server: the command's id mixed with
 * the ids of the targets.
 */
export function derivedId(commandId: string, ...forIds: readonly string[]): string {
  const digits = hex(commandId.replaceAll("-", ""));
  for (const id of forIds) {
    const others = hex(id.replaceAll("-", ""));
    for (let place = 13; place < 32; place += 1) digits[place] = (digits[place] ?? 0) ^ (others[place] ?? 0);
  }
  // The version is kept; the variant is two bits.
  digits[16] = ((digits[16] ?? 0) & 0b0011) | 0b1000;
  const text = digits.map((digit) => digit.toString(16)).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
