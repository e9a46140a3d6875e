import { foreignKey, index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant } from "./columns.ts";
import { type contactAddresses, type contactFields, contacts } from "./contacts.ts";
import type { drafts, tickets } from "./tickets.ts";

/** A row as JSON keeps it. */
export type Kept<Row> = { [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K] };
type Contact = typeof contacts.$inferSelect;
type Ticket = typeof tickets.$inferSelect;
type Draft = typeof drafts.$inferSelect;

/** What a merge may change of the contact that stays. */
export type ContactFace = Pick<
  Contact,
  "name" | "number" | "email" | "profilePicUrl" | "isActive" | "disableBot" | "search"
>;
export type TicketState = Pick<
  Ticket,
  | "status"
  | "userId"
  | "queueId"
  | "unreadMessages"
  | "lastMessageId"
  | "lastReactionId"
  | "lastMessageAt"
  | "lastCustomerMessageAt"
>;
/** A ticket that went into another, because a contact has one at most that is not closed on a connection. */
export type JoinedTicket = {
  ticket: Kept<Ticket>;
  intoId: string;
  /** The other's state, without it and with it. */
  before: Kept<TicketState>;
  after: Kept<TicketState>;
  messageIds: string[];
  eventIds: string[];
  ratingIds: string[];
  noteIds: string[];
  /** Its drafts; the other kept its own where a person had begun one in both. */
  drafts: Kept<Draft>[];
  movedDraftsOf: string[];
  tagIds: string[];
  /** Those of its tags that the other did not have. */
  addedTagIds: string[];
};

/** Two contacts that became one, with everything that moved: what undoing it gives back. */
export const contactMerges = pgTable(
  "contact_merges",
  {
    companyId: companyId(),
    id: id(),
    keptId: uuid("kept_id").notNull(),
    goneId: uuid("gone_id").notNull(),
    /** The first contact merged into this one is 1; they are undone in the opposite order. */
    place: integer("place").notNull(),
    /** Null: a channel reported the addresses of both as one person's. No foreign key: people leave. */
    userId: uuid("user_id"),
    before: jsonb("before").$type<ContactFace>().notNull(),
    after: jsonb("after").$type<ContactFace>().notNull(),
    /** As they were. */
    tickets: jsonb("tickets").$type<Kept<Ticket>[]>().notNull(),
    joined: jsonb("joined").$type<JoinedTicket[]>().notNull(),
    /** Of all tickets but the joined ones. */
    messageIds: uuid("message_ids").array().notNull(),
    scheduleIds: uuid("schedule_ids").array().notNull(),
    addresses: jsonb("addresses").$type<Kept<typeof contactAddresses.$inferSelect>[]>().notNull(),
    /** The other's further fields, and what the one that stays had of its own. */
    fields: jsonb("fields").$type<(typeof contactFields.$inferSelect)[]>().notNull(),
    ownFields: jsonb("own_fields").$type<{ name: string; value: string }[]>().notNull(),
    createdAt: createdAt(),
    undoneAt: instant("undone_at"),
    undoneBy: uuid("undone_by"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("contact_merges_place").on(t.companyId, t.keptId, t.place),
    index("contact_merges_gone").on(t.companyId, t.goneId),
    foreignKey({ columns: [t.companyId, t.keptId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.companyId, t.goneId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      "cascade",
    ),
  ],
);
