import { foreignKey, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { companyId, instant } from "./columns.ts";
import { contacts } from "./contacts.ts";

/** When a contact's picture was last asked for. The contact itself names the address of what came of it. */
export const contactPictures = pgTable(
  "contact_pictures",
  {
    companyId: companyId(),
    contactId: uuid("contact_id").notNull(),
    /** Null: the channel shows none. */
    fileId: uuid("file_id"),
    askedAt: instant("asked_at"),
    dueAt: instant("due_at").notNull(),
    /** In a row. */
    failures: integer("failures").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.contactId] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      "cascade",
    ),
  ],
);
