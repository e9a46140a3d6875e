import { integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { companyId, instant, ownedBy } from "./columns.ts";
import { contacts } from "./contacts.ts";

/** When a contact's picture was last requested. The contact itself has the address of the stored picture. */
export const contactPictures = pgTable(
  "contact_pictures",
  {
    companyId: companyId(),
    contactId: uuid("contact_id").notNull(),
    /** Null: the channel shows no picture. */
    fileId: uuid("file_id"),
    askedAt: instant("asked_at"),
    dueAt: instant("due_at").notNull(),
    /** Consecutive failures. */
    failures: integer("failures").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.contactId] }), ownedBy([t.companyId, t.contactId], contacts)],
);
