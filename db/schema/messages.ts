import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  answeredQuestions,
  fileKinds,
  mediaStates,
  mediaTypes,
  messageOrigins,
} from "../../contracts/desk/messages.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { connections } from "./connections.ts";
import { tickets } from "./tickets.ts";

export const mediaType = pgEnum("media_type", mediaTypes);
export const mediaState = pgEnum("media_state", mediaStates);
export const fileKind = pgEnum("file_kind", fileKinds);

export type Reaction = { emoji: string; fromMe: boolean; by: string; at: string };

export const messages = pgTable(
  "messages",
  {
    companyId: companyId(),
    id: id(),
    ticketId: uuid("ticket_id").notNull(),
    contactId: uuid("contact_id").notNull(),
    connectionId: uuid("connection_id"),
    /** The ticket's queue when the message was written; later transfers do not change it. */
    queueId: uuid("queue_id"),
    fromMe: boolean("from_me").notNull(),
    /** The agent who wrote it; null for the contact, the bot and the company's own phone. */
    userId: uuid("user_id"),
    /** The automatic sender; null: written by an agent, the contact, the company's phone or an integrator. */
    origin: text("origin", { enum: messageOrigins }),
    /** The question that the contact's message answers; null: it says something. */
    answerTo: text("answer_to", { enum: answeredQuestions }),
    /** The campaign that sent it, with origin `campaign`. No foreign key: messages outlive the campaign. */
    campaignId: uuid("campaign_id"),
    /** The participant who wrote it, in a group. */
    author: text("author"),
    /** The table also has `search`: the normalised body for text search. */
    body: text("body").notNull().default(""),
    mediaType: mediaType("media_type").notNull().default("chat"),
    fileId: uuid("file_id"),
    mediaName: text("media_name"),
    mediaMimetype: text("media_mimetype"),
    mediaSize: bigint("media_size", { mode: "number" }),
    mediaSeconds: integer("media_seconds"),
    waveform: jsonb("waveform").$type<number[]>(),
    mediaState: mediaState("media_state"),
    /** Why a received file was not stored: an error code. Null: it was, or the channel did not give it. */
    mediaError: text("media_error"),
    /** Recorded by an agent: sent as a voice note. */
    isVoice: boolean("is_voice").notNull().default(false),
    /** How long the contact sees a typing indicator before the message is sent. */
    composeMs: integer("compose_ms").notNull().default(0),
    quotedId: uuid("quoted_id"),
    /** Delivery status, never decreasing: 0 stored, 1 accepted by the channel, 2 delivered, 3 read, 4 played. */
    ack: smallint("ack").notNull().default(0),
    errorCode: text("error_code"),
    acceptedAt: instant("accepted_at"),
    deliveredAt: instant("delivered_at"),
    readAt: instant("read_at"),
    playedAt: instant("played_at"),
    reactions: jsonb("reactions").$type<Reaction[]>().notNull().default([]),
    /** When our reaction may be sent; null: nothing to send. `reactionTurn` counts the reactions. */
    reactionAfter: instant("reaction_after"),
    reactionTurn: integer("reaction_turn").notNull().default(0),
    /** When our latest edit may be sent; `toldBody` is the text that the channel still shows. */
    editAfter: instant("edit_after"),
    editTurn: integer("edit_turn").notNull().default(0),
    channelBody: text("told_body"),
    isDeleted: boolean("is_deleted").notNull().default(false),
    editedAt: instant("edited_at"),
    isLate: boolean("is_late").notNull().default(false),
    /** The channel's chat and message id. Own messages get their id at the first send attempt. */
    chatKey: text("chat_key"),
    providerId: text("provider_id"),
    /** The channel's order; our own order for own messages. */
    seq: bigint("seq", { mode: "number" }).notNull().default(0),
    /** The channel's content of kinds that are not shown, and media keys for a later download. */
    raw: jsonb("raw").$type<Record<string, unknown>>(),
    /** When the next send attempt may start, and the number of attempts. Null: nothing to send. */
    sendAfter: instant("send_after"),
    sendTries: integer("send_tries").notNull().default(0),
    createdAt: createdAt(),
    receivedAt: instant("received_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("messages_provider")
      .on(t.companyId, t.connectionId, t.chatKey, t.providerId, t.fromMe)
      .where(sql`provider_id is not null`),
    index("messages_thread").on(t.companyId, t.ticketId, t.createdAt.desc(), t.seq.desc(), t.id.desc()),
    // Outgoing messages of a connection that are not sent yet, in the order they were written.
    index("messages_outbox").on(t.companyId, t.connectionId, t.receivedAt, t.id).where(sql`send_after is not null`),
    index("messages_not_delivered")
      .on(t.companyId, t.userId, t.createdAt.desc(), t.id.desc())
      .where(sql`error_code is not null`),
    index("messages_reactions_due").on(t.companyId, t.connectionId).where(sql`reaction_after is not null`),
    index("messages_edits_due").on(t.companyId, t.connectionId).where(sql`edit_after is not null`),
    // The media of a conversation, and the check who may read a file.
    index("messages_files")
      .on(t.companyId, t.ticketId, t.createdAt.desc(), t.seq.desc(), t.id.desc())
      .where(sql`file_id is not null`),
    // Received files that wait for room in the company's storage.
    index("messages_media_error").on(t.companyId, t.createdAt.desc()).where(sql`media_error is not null`),
    index("messages_file").on(t.companyId, t.fileId).where(sql`file_id is not null`),
    index("messages_provider_id").on(t.companyId, t.connectionId, t.providerId).where(sql`provider_id is not null`),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);

/** The text before an edit or deletion; `refused`: the text of an edit that the channel refused. */
export const messageVersions = pgTable(
  "message_versions",
  {
    companyId: companyId(),
    id: id(),
    messageId: uuid("message_id").notNull(),
    body: text("body").notNull(),
    cause: text("cause", { enum: ["edit", "delete", "refused"] }).notNull(),
    at: instant("at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("message_versions_message").on(t.companyId, t.messageId),
    ownedBy([t.companyId, t.messageId], messages),
  ],
);

/** Up to which message a chat was delivered (2) or read (3), for channels that report this per chat. */
export const chatMarks = pgTable(
  "chat_marks",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    chatKey: text("chat_key").notNull(),
    ack: smallint("ack").notNull(),
    until: instant("until"),
    /** The channel's message id; that message may not be stored yet. */
    upToId: text("up_to_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.chatKey, t.ack] }),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);

/** Edits, deletions and reactions that arrived before their message. Applied when it arrives. */
export const earlyChanges = pgTable(
  "early_changes",
  {
    companyId: companyId(),
    id: id(),
    connectionId: uuid("connection_id").notNull(),
    targetProviderId: text("target_provider_id").notNull(),
    change: jsonb("change").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("early_changes_target").on(t.companyId, t.connectionId, t.targetProviderId),
  ],
);

/** A stored file; the bytes are in the file store by company and id. `isComplete` is false for an unfinished upload. */
export const files = pgTable(
  "files",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    /** Detected from the content, never from the file name. */
    mimetype: text("mimetype").notNull().default("application/octet-stream"),
    kind: fileKind("kind").notNull().default("document"),
    size: bigint("size", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    isComplete: boolean("is_complete").notNull().default(false),
    /** The uploader; nobody else may use the file before it belongs to a message. */
    userId: uuid("user_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/**
 * The bytes of a company's files: the sum of `bytes` over its rows. Triggers on `files` append changes and now and then
 * replace the rows by their sum, so that transactions with files of one company never wait for each other.
 */
export const storedBytes = pgTable(
  "stored_bytes",
  { companyId: companyId(), id: id(), bytes: bigint("bytes", { mode: "number" }).notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
