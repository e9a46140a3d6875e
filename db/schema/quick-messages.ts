import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, updatedAt } from "./columns.ts";

export const quickMessages = pgTable(
  "quick_messages",
  {
    companyId: companyId(),
    id: id(),
    shortcode: text("shortcode").notNull(),
    message: text("message").notNull(),
    /** For everyone, or only for the user who wrote it. */
    isGeneral: boolean("is_general").notNull().default(false),
    userId: uuid("user_id"),
    fileId: uuid("file_id"),
    /** The last editor: edits of the same user do not conflict. */
    updatedBy: uuid("updated_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index("quick_messages_shortcode").on(t.companyId, t.shortcode)],
);
