import { index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant, ownedBy } from "./columns.ts";
import { type contactAddresses, type contactFields, contacts } from "./contacts.ts";
import type { drafts, tickets } from "./tickets.ts";

/** A row as JSON stores it. */
export type Kept<Row> = { [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K] };
type Contact = typeof contacts.$inferSelect;
type Ticket = typeof tickets.$inferSelect;
type Draft = typeof drafts.$inferSelect;

/** The fields of the remaining contact that a merge may change. */
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
  | "waitingSince"
>;
/** A ticket that was joined into another one, because a contact has at most one unclosed ticket per connection. */
export type JoinedTicket = {
  ticket: Kept<Ticket>;
  intoId: string;
  /** The other ticket's state, without the joined ticket and with it. */
  before: Kept<TicketState>;
  after: Kept<TicketState>;
  messageIds: string[];
  eventIds: string[];
  ratingIds: string[];
  noteIds: string[];
  /** Drafts of the joined ticket; where a user had a draft in both, the other ticket kept its own. */
  drafts: Kept<Draft>[];
  movedDraftsOf: string[];
  tagIds: string[];
  /** Tags of the joined ticket that the other ticket did not have. */
  addedTagIds: string[];
};

/** A merge of two contacts with everything that moved, so that it can be undone. */
export const contactMerges = pgTable(
  "contact_merges",
  {
    companyId: companyId(),
    id: id(),
    keptId: uuid("kept_id").notNull(),
    goneId: uuid("gone_id").notNull(),
    /** The first contact merged into this one is 1; merges are undone in reverse order. */
    place: integer("place").notNull(),
    /** Null: the channel reported the addresses of both as one person's. No foreign key: users can be deleted. */
    userId: uuid("user_id"),
    before: jsonb("before").$type<ContactFace>().notNull(),
    after: jsonb("after").$type<ContactFace>().notNull(),
    /** The rows before the merge. */
    tickets: jsonb("tickets").$type<Kept<Ticket>[]>().notNull(),
    joined: jsonb("joined").$type<JoinedTicket[]>().notNull(),
    /** Messages of all tickets except the joined ones. */
    messageIds: uuid("message_ids").array().notNull(),
    scheduleIds: uuid("schedule_ids").array().notNull(),
    addresses: jsonb("addresses").$type<Kept<typeof contactAddresses.$inferSelect>[]>().notNull(),
    /** Extra fields of both contacts. */
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
    ownedBy([t.companyId, t.keptId], contacts),
    ownedBy([t.companyId, t.goneId], contacts),
  ],
);
