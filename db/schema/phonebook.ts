import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, updatedAt } from "./columns.ts";
import { connections } from "./connections.ts";

/** Whom a connection's phone knows, as the channel tells it. Of no contact until somebody asks for it. */
export const phonebookEntries = pgTable(
  "phonebook_entries",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    /** The number's; see contact_addresses. Of whom only the LID is known: `lid:` and that. */
    matchKey: text("match_key").notNull(),
    /** '' when the channel keeps it to itself. */
    phone: text("phone").notNull(),
    lid: text("lid").notNull().default(""),
    /** As the phone's owner wrote it, else as the person calls themselves; '' when neither is known. */
    name: text("name").notNull().default(""),
    hasChat: boolean("has_chat").notNull().default(false),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.matchKey] }),
    index("phonebook_entries_lid").on(t.companyId, t.lid).where(sql`lid <> ''`),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id],
    }).onDelete("cascade"),
  ],
);
