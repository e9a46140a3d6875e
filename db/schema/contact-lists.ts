import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";

/** Named lists of people for campaigns. */
export const contactLists = pgTable(
  "contact_lists",
  { companyId: companyId(), id: id(), name: text("name").notNull(), createdAt: createdAt(), updatedAt: updatedAt() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index("contact_lists_name").on(t.companyId, t.name, t.id)],
);

/** A person of a list. They need not be a contact. */
export const contactListItems = pgTable(
  "contact_list_items",
  {
    companyId: companyId(),
    id: id(),
    listId: uuid("list_id").notNull(),
    name: text("name").notNull(),
    /** Digits with country code. */
    number: text("number").notNull(),
    /** `phoneMatchKey` of the number: a person is once in a list. */
    matchKey: text("match_key").notNull(),
    email: text("email").notNull().default(""),
    /** searchable(name, number, email) of the contracts, maintained by the verbs. */
    search: text("search").notNull().default(""),
    /** Null until checked; copied from `number_checks` when a check ends. */
    isWhatsappValid: boolean("is_whatsapp_valid"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("contact_list_items_match").on(t.companyId, t.listId, t.matchKey),
    index("contact_list_items_name").on(t.companyId, t.listId, t.name, t.id),
    // The parts of a list, and its counts.
    index("contact_list_items_valid").on(t.companyId, t.listId, t.isWhatsappValid, t.name, t.id),
    index("contact_list_items_number").on(t.companyId, t.matchKey),
    ownedBy([t.companyId, t.listId], contactLists),
  ],
);

/** How many items of a list are valid, invalid or unchecked, as sums of `n`: see campaign_counts. */
export const contactListCounts = pgTable(
  "contact_list_counts",
  {
    companyId: companyId(),
    listId: uuid("list_id").notNull(),
    id: id(),
    isWhatsappValid: boolean("is_whatsapp_valid"),
    n: integer("n").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.listId, t.id] })],
);

/** Whether a number is on WhatsApp, and the queue of numbers to check. One row per number and company. */
export const numberChecks = pgTable(
  "number_checks",
  {
    companyId: companyId(),
    matchKey: text("match_key").notNull(),
    number: text("number").notNull(),
    isOnWhatsapp: boolean("is_on_whatsapp"),
    checkedAt: instant("checked_at"),
    /** When the next check may run; null: nothing to check. */
    dueAt: instant("due_at"),
    tries: integer("tries").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.matchKey] }),
    index("number_checks_due").on(t.companyId, t.dueAt).where(sql`due_at is not null`),
  ],
);
