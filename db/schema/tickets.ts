import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ticketEventTypes } from "../../contracts/desk/ticket-events.ts";
import { type NoteTransfer, ticketStatuses } from "../../contracts/desk/tickets.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { contacts } from "./contacts.ts";
import { queues } from "./queues.ts";
import { tags } from "./tags.ts";
import { users } from "./users.ts";

export const tickets = pgTable(
  "tickets",
  {
    companyId: companyId(),
    id: id(),
    /** Counted from 1 per company; shown to users. */
    number: integer("number").notNull(),
    // Text, not an enum: enum comparison is not leakproof, so under row-level security no index would be used.
    status: text("status", { enum: ticketStatuses }).notNull().default("pending"),
    contactId: uuid("contact_id").notNull(),
    connectionId: uuid("connection_id"),
    queueId: uuid("queue_id"),
    /** No foreign key: closed tickets keep the agent after the user is deleted. */
    userId: uuid("user_id"),
    isGroup: boolean("is_group").notNull().default(false),
    isBot: boolean("is_bot").notNull().default(false),
    unreadMessages: integer("unread_messages").notNull().default(0),
    /** The last message that a person wrote; null: nobody has. Automatic texts and answers to them do not count. */
    lastMessageId: uuid("last_message_id"),
    /** The message that got a reaction after the last message was written. */
    lastReactionId: uuid("last_reaction_id"),
    lastMessageAt: instant("last_message_at").notNull().default(sql`now()`),
    /** When the contact last wrote over this connection, in this ticket or an earlier one. */
    lastCustomerMessageAt: instant("last_customer_message_at"),
    /** Since when the contact waits for a person; null: nobody waits. */
    waitingSince: instant("waiting_since"),
    closedAt: instant("closed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("tickets_status", sql`status in ('pending', 'open', 'closed')`),
    uniqueIndex("tickets_number").on(t.companyId, t.number),
    // At most one unclosed ticket per contact and connection: two simultaneous first messages create one ticket.
    uniqueIndex("tickets_one_open").on(t.companyId, t.contactId, t.connectionId).where(sql`status <> 'closed'`),
    index("tickets_recent").on(t.companyId, t.lastMessageAt.desc(), t.id),
    index("tickets_list").on(t.companyId, t.status, t.lastMessageAt.desc(), t.id),
    index("tickets_queue").on(t.companyId, t.queueId, t.status, t.lastMessageAt.desc(), t.id),
    index("tickets_user").on(t.companyId, t.userId, t.status, t.lastMessageAt.desc(), t.id),
    index("tickets_contact").on(t.companyId, t.contactId, t.status),
    index("tickets_created").on(t.companyId, t.createdAt),
    index("tickets_customer").on(t.companyId, t.lastCustomerMessageAt),
    index("tickets_waiting").on(t.companyId, t.queueId).where(sql`status = 'pending' and not is_group`),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }),
    foreignKey({ columns: [t.companyId, t.queueId], foreignColumns: [queues.companyId, queues.id] }),
  ],
);

/** The last assigned ticket number, in a separate table so that a new ticket never waits for the sequencer. */
export const ticketCounters = pgTable(
  "ticket_counters",
  { companyId: companyId(), last: integer("last").notNull().default(0) },
  (t) => [primaryKey({ columns: [t.companyId] })],
);

/** The events of a ticket: who did what, when and on which device. */
export const ticketEvents = pgTable(
  "ticket_events",
  {
    companyId: companyId(),
    id: id(),
    ticketId: uuid("ticket_id").notNull(),
    type: text("type", { enum: ticketEventTypes }).notNull(),
    userId: uuid("user_id"),
    details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
    device: text("device").notNull().default(""),
    /** The duration that ended: the contact's wait for an acceptance, the service time for a closing. */
    seconds: integer("seconds"),
    at: instant("at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("ticket_events_ticket").on(t.companyId, t.ticketId, t.at),
    // For the dashboard; covers user and seconds.
    index("ticket_events_period").on(t.companyId, t.type, t.at),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);

/** Ratings by contacts: 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export const ticketRatings = pgTable(
  "ticket_ratings",
  {
    companyId: companyId(),
    id: id(),
    ticketId: uuid("ticket_id").notNull(),
    /** The user who closed the ticket. */
    userId: uuid("user_id"),
    rating: smallint("rating").notNull(),
    at: instant("at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("ticket_ratings_rating", sql`rating between 1 and 3`),
    index("ticket_ratings_period").on(t.companyId, t.at),
    index("ticket_ratings_ticket").on(t.companyId, t.ticketId),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);

export const ticketTags = pgTable(
  "ticket_tags",
  { companyId: companyId(), ticketId: uuid("ticket_id").notNull(), tagId: uuid("tag_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ticketId, t.tagId] }),
    ownedBy([t.companyId, t.ticketId], tickets),
    ownedBy([t.companyId, t.tagId], tags),
  ],
);

/** Internal notes on a ticket, invisible to its contact. */
export const ticketNotes = pgTable(
  "ticket_notes",
  {
    companyId: companyId(),
    id: id(),
    ticketId: uuid("ticket_id").notNull(),
    /** No foreign key, and the name is stored: notes of a deleted user keep their author. */
    userId: uuid("user_id").notNull(),
    userName: text("user_name").notNull(),
    note: text("note").notNull(),
    /** For a note to the receiver of a transfer: where the ticket came from and went to. */
    transfer: jsonb("transfer").$type<NoteTransfer>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("ticket_notes_ticket").on(t.companyId, t.ticketId, t.createdAt),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);

/**
 * The draft that a user sent last in a ticket, for the user's other devices, which may still show it. A row is kept
 * for `SENT_DRAFT_DAYS`.
 */
export const sentDrafts = pgTable(
  "sent_drafts",
  {
    companyId: companyId(),
    userId: uuid("user_id").notNull(),
    ticketId: uuid("ticket_id").notNull(),
    text: text("text").notNull(),
    /** The revision of the shared draft that the sending device had seen. */
    baseRev: bigint("base_rev", { mode: "number" }).notNull(),
    /** The device that sent it. */
    writerId: uuid("writer_id").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.ticketId] }),
    index("sent_drafts_ticket").on(t.companyId, t.ticketId),
    ownedBy([t.companyId, t.userId], users),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);

/** A user's unsent draft in a ticket. */
export const drafts = pgTable(
  "drafts",
  {
    companyId: companyId(),
    userId: uuid("user_id").notNull(),
    ticketId: uuid("ticket_id").notNull(),
    text: text("text").notNull(),
    /** The device that saved it last. */
    writerId: uuid("writer_id").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.ticketId] }),
    ownedBy([t.companyId, t.userId], users),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);
