import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { addressKinds } from "../../contracts/desk/contacts.ts";
import { companyId, createdAt, id, ownedBy, updatedAt } from "./columns.ts";

export const contacts = pgTable(
  "contacts",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    /** Digits with country code, as shown; '' when only a LID is known. */
    number: text("number").notNull().default(""),
    email: text("email").notNull().default(""),
    isGroup: boolean("is_group").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    disableBot: boolean("disable_bot").notNull().default(false),
    /** The address of our stored copy; '' when there is none. */
    profilePicUrl: text("profile_pic_url").notNull().default(""),
    /** searchable(name, number, email) of the contracts, maintained by the verbs. */
    search: text("search").notNull().default(""),
    /** The contact that this one was merged into. */
    mergedIntoId: uuid("merged_into_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("contacts_name").on(t.companyId, t.name, t.id),
    index("contacts_created").on(t.companyId, t.createdAt),
    index("contacts_picture").on(t.companyId, t.profilePicUrl).where(sql`profile_pic_url <> ''`),
    foreignKey({ columns: [t.companyId, t.mergedIntoId], foreignColumns: [t.companyId, t.id] }),
  ],
);

/** All addresses of a contact. A phone number is stored as the channel reported it and compared by `matchKey`. */
export const contactAddresses = pgTable(
  "contact_addresses",
  {
    companyId: companyId(),
    id: id(),
    contactId: uuid("contact_id").notNull(),
    // Text, not an enum, so that indexes are used: see tickets.status.
    kind: text("kind", { enum: addressKinds }).notNull(),
    address: text("address").notNull(),
    /** Equal for the same person: Brazilian mobile numbers with and without the ninth digit have the same key. */
    matchKey: text("match_key").notNull(),
    /** The earlier known address that the channel reported together with this one. */
    reportedWithId: uuid("reported_with_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("contact_addresses_kind", sql`kind in ('phone', 'lid', 'facebook', 'instagram', 'group')`),
    uniqueIndex("contact_addresses_match").on(t.companyId, t.kind, t.matchKey),
    index("contact_addresses_contact").on(t.companyId, t.contactId),
    ownedBy([t.companyId, t.contactId], contacts),
  ],
);

export const contactFields = pgTable(
  "contact_fields",
  {
    companyId: companyId(),
    id: id(),
    contactId: uuid("contact_id").notNull(),
    name: text("name").notNull(),
    value: text("value").notNull(),
    position: integer("position").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("contact_fields_contact").on(t.companyId, t.contactId),
    ownedBy([t.companyId, t.contactId], contacts),
  ],
);
