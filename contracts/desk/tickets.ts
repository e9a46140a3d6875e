import * as v from "valibot";
import { channels } from "../channels.ts";
import { Id, Instant } from "../id.ts";
import { messageOrigins } from "./messages.ts";

export const ticketStatuses = ["pending", "open", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/**
 * The fields that decide who may see a ticket: stored with each change, so that devices learn when a ticket leaves
 * their scope.
 */
export const TicketScope = v.object({
  status: v.picklist(ticketStatuses),
  queueId: v.nullable(Id),
  userId: v.nullable(Id),
  contactId: Id,
});
export type TicketScope = v.InferOutput<typeof TicketScope>;

/** A note to the receiver of a transfer; an empty one is none. */
export const TransferNote = v.pipe(v.string(), v.trim(), v.maxLength(10_000));

/** A change to a ticket, from HTTP or from a device's command. */
export const TicketChange = v.object({
  status: v.optional(v.picklist(ticketStatuses)),
  userId: v.optional(v.nullable(Id)),
  queueId: v.optional(v.nullable(Id)),
  /** For a transfer: a note to the receiver, which only the team sees. */
  note: v.optional(v.nullable(TransferNote)),
});
export type TicketChange = v.InferOutput<typeof TicketChange>;

/** An agent can be given a ticket only in a queue that they serve. */
export const canTransferTo = (agent: { queueIds: readonly string[] }, queueId: string): boolean =>
  agent.queueIds.includes(queueId);

/**
 * Returns the queue of a transfer to an agent when none is given: the ticket's current one if the agent serves it,
 * else the agent's only one. Null: the user has to choose.
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

/** The details of ERR_OTHER_OPEN_TICKET: the contact's unclosed ticket, and what the acting user may do with it. */
export const OtherOpenTicket = v.object({
  ticketId: Id,
  number: v.number(),
  userName: v.nullable(v.string()),
  queueName: v.nullable(v.string()),
  canSee: v.boolean(),
  canAnswer: v.boolean(),
});
export type OtherOpenTicket = v.InferOutput<typeof OtherOpenTicket>;

export const LastMessage = v.object({
  id: Id,
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: v.string(),
  ack: v.number(),
  /** Set when sending failed. */
  errorCode: v.nullable(v.string()),
  mediaSeconds: v.nullable(v.number()),
  origin: v.nullable(v.picklist(messageOrigins)),
  /** Deleted for everyone; agents still see its text in the conversation. */
  isDeleted: v.boolean(),
});

/** An internal note, invisible to the contact. */
export const NoteText = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(10_000));

export const NewNote = v.object({ id: v.optional(Id), ticketId: Id, note: NoteText });
export type NewNote = v.InferOutput<typeof NewNote>;

/** The transfer that a note was written with. `userId` null: to the queue. */
export const NoteTransfer = v.object({ fromQueueId: v.nullable(Id), queueId: v.nullable(Id), userId: v.nullable(Id) });
export type NoteTransfer = v.InferOutput<typeof NoteTransfer>;

/** `userName`: the author's name when the note was written. */
export const TicketNote = v.object({
  id: Id,
  note: v.string(),
  userId: Id,
  userName: v.string(),
  createdAt: Instant,
  transfer: v.optional(v.nullable(NoteTransfer)),
});
export type TicketNote = v.InferOutput<typeof TicketNote>;

/** A reaction newer than the last message. `body`: the message reacted to. */
export const LastReaction = v.object({
  messageId: Id,
  emoji: v.string(),
  fromMe: v.boolean(),
  body: v.string(),
  mediaType: v.string(),
});
export type LastReaction = v.InferOutput<typeof LastReaction>;

/** A ticket on the device. `sortKey` increases with the age of `lastMessageAt`, so ascending order is newest first. */
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
  /** The last message that a person wrote: no automatic text, and no answer to the bot, a rating or a campaign's question. */
  lastMessage: v.nullable(LastMessage),
  /**
   * The contact's last message, when the list shows it instead of our last one: in a pending ticket. Null: not needed,
   * or the contact has written nothing.
   */
  lastWords: v.nullable(LastMessage),
  /** The latest activity, if it was a reaction. */
  lastReaction: v.nullable(LastReaction),
  /** Oldest first. */
  notes: v.array(TicketNote),
  /** Whether this user may answer, transfer, tag and close it; a closed ticket takes no messages in any case. */
  canAnswer: v.boolean(),
  /** Whether this user may reopen it: closed, and visible as more than history. */
  canReopen: v.boolean(),
  lastMessageAt: Instant,
  /** Null: unknown. */
  lastCustomerMessageAt: v.nullable(Instant),
  /** Since when the contact waits for a person's reply; null: nobody waits, or the contact is in the bot's menu. */
  waitingSince: v.nullable(Instant),
  sortKey: v.string(),
  /** Contact's name and number in lower case without accents. */
  search: v.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TicketDocument = v.InferOutput<typeof TicketDocument>;

/** The fields that the row, the document and the HTTP interface have under one name with one value. */
export const ticketFields = [
  "id",
  "number",
  "status",
  "isGroup",
  "unreadMessages",
  "userId",
  "queueId",
  "contactId",
] as const;

/** The fields that the row has as a date and the document as ISO 8601. */
export const ticketTimes = [
  "lastMessageAt",
  "lastCustomerMessageAt",
  "waitingSince",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof TicketDocument)[];

const LAST_INSTANT_MS = 9_999_999_999_999;

/** Returns 13 digits that increase with the age of the instant. */
export function sortKeyOf(instant: string | Date): string {
  return String(LAST_INSTANT_MS - new Date(instant).getTime()).padStart(13, "0");
}
