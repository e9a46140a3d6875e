import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, updatedAt } from "./columns.ts";
import type { DayHours } from "./companies.ts";

export const queues = pgTable(
  "queues",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    color: text("color").notNull(),
    greetingMessage: text("greeting_message").notNull().default(""),
    completionMessage: text("completion_message").notNull().default(""),
    outOfHoursMessage: text("out_of_hours_message").notNull().default(""),
    isRotating: boolean("is_rotating").notNull().default(false),
    rotationMinutes: integer("rotation_minutes").notNull().default(0),
    position: integer("position").notNull().default(0),
    schedules: jsonb("schedules").$type<DayHours[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("queues_name").on(t.companyId, t.name),
    uniqueIndex("queues_color").on(t.companyId, t.color),
  ],
);
