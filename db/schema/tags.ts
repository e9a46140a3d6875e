import { boolean, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, updatedAt } from "./columns.ts";

export const tags = pgTable(
  "tags",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    color: text("color").notNull(),
    isKanban: boolean("is_kanban").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex("tags_name").on(t.companyId, t.name)],
);
