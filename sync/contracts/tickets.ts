import * as v from "valibot";
import { Id, Instant } from "./id.ts";
import { messageOrigins } from "./messages.ts";

export const ticketStatuses = ["pending", "open", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const channels = ["whatsapp", "facebook", "instagram"] as const;

/** What decides who may see a ticket: stored with every change of it, so that leaving a scope can be told. */
export const TicketScope = v.object({
  status: v.picklist(ticketStatuses),
  queueId: v.nullable(Id),
  userId: v.nullable(Id),
  contactId: Id,
});
export type TicketScope = v.InferOutput<typeof TicketScope>;

/** What may be asked of a ticket, by HTTP or by a command from a device. */
export const TicketChange = v.object({
  status: v.optional(v.picklist(ticketStatuses)),
  userId: v.optional(v.nullable(Id)),
  queueId: v.optional(v.nullable(Id)),
});
export type TicketChange = v.InferOutput<typeof TicketChange>;

/**
 * The queue a transfer to an agent means when none is named: the ticket's own one where the agent serves it, else the
 * agent's only one. Null: it has to be chosen.
 */
export function queueForTransfer(present: string | null, serves: readonly string[]): string | null {
  if (present !== null && serves.includes(present)) return present;
  return serves.length === 1 ? (serves[0] ?? null) : null;
}

export const NewTicket = v.object({
  id: v.optional(Id),
  contactId: Id,
  queueId: v.optional(v.nullable(Id), null),
  connectionId: v.optional(v.nullable(Id), null),
  status: v.optional(v.picklist(["open", "pending"]), "open"),
});
export type NewTicket = v.InferOutput<typeof NewTicket>;

export const LastMessage = v.object({
  id: Id,
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: v.string(),
  ack: v.number(),
  /** Set when it could not be sent. */
  errorCode: v.nullable(v.string()),
  mediaSeconds: v.nullable(v.number()),
  origin: v.nullable(v.picklist(messageOrigins)),
});

/** What colleagues write about a conversation; its contact never sees it. */
export const NoteText = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(10_000));

export const NewNote = v.object({ id: v.optional(Id), ticketId: Id, note: NoteText });
export type NewNote = v.InferOutput<typeof NewNote>;

/** `userName`: as it was when the note was written. */
export const TicketNote = v.object({ id: Id, note: v.string(), userId: Id, userName: v.string(), createdAt: Instant });
export type TicketNote = v.InferOutput<typeof TicketNote>;

/** A reaction later than the last message. `body`: what was reacted to. */
export const LastReaction = v.object({
  messageId: Id,
  emoji: v.string(),
  fromMe: v.boolean(),
  body: v.string(),
  mediaType: v.string(),
});
export type LastReaction = v.InferOutput<typeof LastReaction>;

/** A ticket as a device holds it. `sortKey` grows as `lastMessageAt` ages, so that ascending order is newest first. */
export const TicketDocument = v.object({
  id: Id,
  rev: v.number(),
  number: v.number(),
  status: v.picklist(ticketStatuses),
  isGroup: v.boolean(),
  chatbot: v.boolean(),
  unreadMessages: v.number(),
  userId: v.nullable(Id),
  queueId: v.nullable(Id),
  connectionId: v.nullable(Id),
  contactId: Id,
  contactName: v.string(),
  contactNumber: v.string(),
  /** '' when there is none. */
  contactPicture: v.string(),
  channel: v.picklist(channels),
  tagIds: v.array(Id),
  lastMessage: v.nullable(LastMessage),
  /**
   * The contact's last message, where the last one is ours and a list shows the contact's words instead: in a waiting
   * ticket, and after an automatic message. Null: the last message says it, or the contact has written nothing.
   */
  lastWords: v.nullable(LastMessage),
  /** The last thing that happened, when that was a reaction. */
  lastReaction: v.nullable(LastReaction),
  /** Oldest first. */
  notes: v.array(TicketNote),
  /** Whether it is this user's to answer, hand over, tag and close; in a closed one nobody writes all the same. */
  canAnswer: v.boolean(),
  /** Whether this user may open it again: a closed one, which they do not only see as history. */
  canReopen: v.boolean(),
  lastMessageAt: Instant,
  /** Null: not that we know. */
  lastCustomerMessageAt: v.nullable(Instant),
  sortKey: v.string(),
  /** Lower-cased, without accents: contact's name and number. */
  search: v.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TicketDocument = v.InferOutput<typeof TicketDocument>;

const LAST_INSTANT_MS = 9_999_999_999_999;

/** 13 digits that grow as the instant gets older. */
export function sortKeyOf(instant: string | Date): string {
  return String(LAST_INSTANT_MS - new Date(instant).getTime()).padStart(13, "0");
}

/** The form that searching compares: lower case, no accents. */
export function searchable(...texts: (string | null | undefined)[]): string {
  return texts
    .filter(Boolean)
    .join(" ")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The words of a search, in that form. */
export const searchWords = (text = ""): string[] => searchable(text).split(/\s+/).filter(Boolean);
