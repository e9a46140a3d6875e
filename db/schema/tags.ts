import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, updatedAt } from "./columns.ts";

export const tags = pgTable(
  "tags",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    color: text("color").notNull(),
    isKanban: boolean("is_kanban").notNull().default(false),
    /** The place of a kanban tag on the board, ascending; lanes of one position are ordered by name. */
    lanePosition: integer("lane_position").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex("tags_name").on(t.companyId, t.name)],
);
