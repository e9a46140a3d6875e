import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, ownedBy, updatedAt } from "./columns.ts";
import { connections } from "./connections.ts";

/** The address book of a connection's phone. An entry becomes a contact only when a user imports it. */
export const phonebookEntries = pgTable(
  "phonebook_entries",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    /** The number's match key (see contact_addresses), or `lid:` and the LID when no number is known. */
    matchKey: text("match_key").notNull(),
    /** '' when the channel does not reveal the number. */
    phone: text("phone").notNull(),
    lid: text("lid").notNull().default(""),
    /** The name in the phone's address book, or the person's own profile name; '' when neither is known. */
    name: text("name").notNull().default(""),
    hasChat: boolean("has_chat").notNull().default(false),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.matchKey] }),
    index("phonebook_entries_lid").on(t.companyId, t.lid).where(sql`lid <> ''`),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);
