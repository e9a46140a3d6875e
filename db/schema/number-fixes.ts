import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant, ownedBy } from "./columns.ts";
import { contacts } from "./contacts.ts";

/** A correction of a contact's misread number, kept so that it can be undone. */
export const numberFixes = pgTable(
  "number_fixes",
  {
    companyId: companyId(),
    id: id(),
    contactId: uuid("contact_id").notNull(),
    former: text("former").notNull(),
    number: text("number").notNull(),
    /** Set if another contact had the right number: the two were merged. */
    mergeId: uuid("merge_id"),
    userId: uuid("user_id"),
    createdAt: createdAt(),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("number_fixes_contact").on(t.companyId, t.contactId),
    index("number_fixes_created").on(t.companyId, t.createdAt),
    ownedBy([t.companyId, t.contactId], contacts),
  ],
);
