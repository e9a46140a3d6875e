import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "./columns.ts";

/** Help videos of the platform: the same for every company. */
export const helps = pgTable("helps", {
  id: uuid("id").primaryKey(),
  title: text("title").notNull(),
  description: text("description").notNull().default(""),
  /** The video's YouTube code. */
  video: text("video").notNull(),
  position: integer("position").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
