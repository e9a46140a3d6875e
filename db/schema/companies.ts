import { boolean, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DayHours } from "../../sync/contracts/hours.ts";
import { companyId, createdAt, instant, updatedAt } from "./columns.ts";

/** All companies. Row-level security shows a company only its own row. */
export const companies = pgTable("companies", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().default(""),
  phone: text("phone").notNull().default(""),
  isActive: boolean("is_active").notNull().default(true),
  dueDate: instant("due_date").notNull(),
  recurrence: text("recurrence").notNull().default("MENSAL"),
  timeZone: text("time_zone").notNull().default("America/Sao_Paulo"),
  schedules: jsonb("schedules").$type<DayHours[]>().notNull().default([]),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const settings = pgTable(
  "settings",
  { companyId: companyId(), key: text("key").notNull(), value: text("value").notNull(), updatedAt: updatedAt() },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })],
);
