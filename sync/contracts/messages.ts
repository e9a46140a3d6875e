import * as v from "valibot";
import { type Card, Cards, readCards, splitCards, writeCards } from "./cards.ts";
import { Id, Instant } from "./id.ts";
import { Place, readPlace, writePlace } from "./places.ts";

/**
 * What else than a person in this conversation caused a message of ours: the desk's own texts, by their purpose, or a
 * schedule, whose words a person wrote before. Without an origin: an agent, the phone itself or a program.
 */
export const automaticOrigins = [
  "menu",
  "greeting",
  "waiting",
  "outOfHours",
  "rating",
  "farewell",
  "flow",
  "notice",
] as const;
export const messageOrigins = [...automaticOrigins, "schedule"] as const;
export type AutomaticOrigin = (typeof automaticOrigins)[number];
export type MessageOrigin = (typeof messageOrigins)[number];

const automatic: ReadonlySet<string> = new Set(automaticOrigins);
/** Whether the desk itself said it. */
export const isAutomatic = (origin: MessageOrigin | null): origin is AutomaticOrigin =>
  origin !== null && automatic.has(origin);

/** `chat` is text. `unsupported` is stored raw and shown as such, never dropped. */
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

/** `pending`: being fetched from the channel; `failed`: can be asked for again; `remote`: nobody has asked for it yet. */
export const mediaStates = ["ready", "pending", "failed", "remote"] as const;

/** How far a message has come: at the server, accepted by the channel, delivered, read, played. Never backwards. */
export const acks = { server: 0, accepted: 1, delivered: 2, read: 3, played: 4 } as const;

export const fileKinds = ["image", "audio", "video", "document"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Characters that WhatsApp takes as one text; a longer body is refused, one that is received is cut. */
export const MOST_BODY = 65_536;
/** Of a contact, a group or a group's member, as the channel tells it. */
export const MOST_NAME = 100;
export const Body = v.pipe(v.string(), v.maxLength(MOST_BODY));

export const MebiByte = 1024 * 1024;
/** Bytes a file of each kind may have. */
export const fileLimits: Record<FileKind, number> = {
  image: 16 * MebiByte,
  audio: 16 * MebiByte,
  video: 64 * MebiByte,
  document: 64 * MebiByte,
};

export const MessageMedia = v.object({
  fileId: v.nullable(Id),
  name: v.string(),
  mimetype: v.string(),
  size: v.number(),
  seconds: v.nullable(v.number()),
  /** 64 loudness values from 0 to 100, of a voice note. */
  waveform: v.nullable(v.array(v.number())),
  state: v.picklist(mediaStates),
});
export type MessageMedia = v.InferOutput<typeof MessageMedia>;

export const QuotedMessage = v.object({
  id: v.nullable(Id),
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: v.picklist(mediaTypes),
  /** An agent's name, or a group member's; '' is the contact, whose name is the conversation's. */
  author: v.string(),
});
export type QuotedMessage = v.InferOutput<typeof QuotedMessage>;

export const LifeLine = v.object({
  server: v.nullable(Instant),
  accepted: v.nullable(Instant),
  delivered: v.nullable(Instant),
  read: v.nullable(Instant),
  played: v.nullable(Instant),
});

/** A message as it travels and as a device holds it. A message of a foreign queue travels with `hidden` and no text. */
export const MessageRow = v.object({
  id: Id,
  ticketId: Id,
  queueId: v.nullable(Id),
  fromMe: v.boolean(),
  /** The agent who wrote it; null for a contact, the robot or the phone itself. */
  userId: v.nullable(Id),
  origin: v.nullable(v.picklist(messageOrigins)),
  /** Who wrote it, in a group. */
  author: v.nullable(v.string()),
  body: v.string(),
  mediaType: v.picklist(mediaTypes),
  media: v.nullable(MessageMedia),
  quoted: v.nullable(QuotedMessage),
  ack: v.number(),
  errorCode: v.nullable(v.string()),
  life: LifeLine,
  reactions: v.array(v.object({ emoji: v.string(), fromMe: v.boolean() })),
  isDeleted: v.boolean(),
  editedAt: v.nullable(Instant),
  isLate: v.boolean(),
  hidden: v.boolean(),
  /** The provider's time: shown and sorted by. */
  createdAt: Instant,
  receivedAt: Instant,
  /** Order among equal times. */
  seq: v.number(),
});
export type MessageRow = v.InferOutput<typeof MessageRow>;

/** Order within a conversation: provider's time, provider's sequence, id. */
export function compareMessages(a: MessageRow, b: MessageRow): number {
  return a.createdAt.localeCompare(b.createdAt) || a.seq - b.seq || a.id.localeCompare(b.id);
}

/** Messages of one ticket that a device keeps in its thread document; older ones are pages. */
export const THREAD_TAIL = 30;

/** What the server sends of a thread: all of its tail, or only the rows that changed. */
export const ThreadUpdate = v.object({
  id: Id,
  rev: v.number(),
  /** True: `messages` is the whole tail. False: rows to merge into what the device has. */
  whole: v.boolean(),
  hasOlder: v.boolean(),
  messages: v.array(MessageRow),
});
export type ThreadUpdate = v.InferOutput<typeof ThreadUpdate>;

/** A thread as a device holds it: the tail, oldest first. */
export type ThreadDocument = { id: string; rev: number; hasOlder: boolean; messages: MessageRow[] };

export const NewMessage = v.object({
  id: v.optional(Id),
  ticketId: Id,
  body: v.optional(Body, ""),
  quotedId: v.optional(v.nullable(Id), null),
  /** A finished upload. */
  fileId: v.optional(v.nullable(Id), null),
  /** An audio that the writer has just recorded: goes out as a voice note. */
  isVoice: v.optional(v.boolean(), false),
  /** Contacts passed on, or a place, in place of words and file. */
  cards: v.optional(v.nullable(Cards), null),
  place: v.optional(v.nullable(Place), null),
  /** The newest message the writer had before them; a colleague's later reply then holds this one back. */
  seenMessageId: v.optional(v.nullable(Id), null),
});
export type NewMessage = v.InferOutput<typeof NewMessage>;

type Told = { cards?: readonly Card[] | null; place?: v.InferInput<typeof Place> | null };

/** What a message is that passes contacts on or shows a place; null: neither, it is words or a file. */
export function toldContent({ cards, place }: Told): { mediaType: MediaType; body: string } | null {
  if (cards) return { mediaType: "vcard", body: writeCards(cards) };
  return place ? { mediaType: "locationMessage", body: writePlace(place) } : null;
}

/** A body as it is read in a line: of contact cards the names, of a place what it is called, if it is. */
export function wordsOf(body: string, mediaType = "chat"): string {
  if (mediaType === "locationMessage") return readPlace(body)?.name ?? "";
  const isCard = mediaType === "vcard" || mediaType === "contactMessage" || splitCards(body).length > 0;
  const names = isCard ? readCards(body).map(({ name, number }) => name || number) : [];
  return isCard ? names.join(", ") : body;
}

/** '' takes the reaction back. */
export const Emoji = v.pipe(v.string(), v.maxLength(40));
export const NewReaction = v.object({ messageId: Id, emoji: Emoji });
export type NewReaction = v.InferOutput<typeof NewReaction>;

/** To each contact all of the messages, in their order. `queueId`: where a ticket has to be opened for that. */
export const NewForward = v.object({
  messageIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(30)),
  contactIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(20)),
  /** Where they were read: what is being written there goes first. */
  ticketId: Id,
  queueId: v.optional(v.nullable(Id), null),
});
export type NewForward = v.InferOutput<typeof NewForward>;

const hex = (text: string) => [...text].map((digit) => Number.parseInt(digit, 16));

/**
 * The id of what one command makes more than one of, the same on the device and at the server: the command's, its
 * random part mixed with those of what it is made for.
 */
export function derivedId(commandId: string, ...forIds: readonly string[]): string {
  const digits = hex(commandId.replaceAll("-", ""));
  for (const id of forIds) {
    const others = hex(id.replaceAll("-", ""));
    for (let place = 13; place < 32; place += 1) digits[place] = (digits[place] ?? 0) ^ (others[place] ?? 0);
  }
  // The version stays; the variant is two bits.
  digits[16] = ((digits[16] ?? 0) & 0b0011) | 0b1000;
  const text = digits.map((digit) => digit.toString(16)).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
