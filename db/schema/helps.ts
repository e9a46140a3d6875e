import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "./columns.ts";

/** Help videos, the platform's own: the same for every company. */
export const helps = pgTable("helps", {
  id: uuid("id").primaryKey(),
  title: text("title").notNull(),
  description: text("description").notNull().default(""),
  /** YouTube's code of the video. */
  video: text("video").notNull(),
  position: integer("position").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
