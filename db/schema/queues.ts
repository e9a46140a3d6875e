import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DayHours } from "../../contracts/hours.ts";
import { companyId, createdAt, id, ownedBy, updatedAt } from "./columns.ts";

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
    ratingMessage: text("rating_message").notNull().default(""),
    token: text("token").notNull().default(""),
    isRotating: boolean("is_rotating").notNull().default(false),
    rotationMinutes: integer("rotation_minutes").notNull().default(0),
    position: integer("position").notNull().default(0),
    isChatbot: boolean("is_chatbot").notNull().default(false),
    typebotEnabled: boolean("typebot_enabled").notNull().default(false),
    typebotUrl: text("typebot_url").notNull().default(""),
    typebotSlug: text("typebot_slug").notNull().default(""),
    typebotDelayMs: integer("typebot_delay_ms").notNull().default(1_000),
    /** 0: a flow's conversation never expires. */
    typebotExpiresMinutes: integer("typebot_expires_minutes").notNull().default(0),
    typebotKeywordFinish: text("typebot_keyword_finish").notNull().default(""),
    typebotKeywordRestart: text("typebot_keyword_restart").notNull().default(""),
    typebotUnknownMessage: text("typebot_unknown_message").notNull().default(""),
    typebotRestartMessage: text("typebot_restart_message").notNull().default(""),
    schedules: jsonb("schedules").$type<DayHours[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("queues_name").on(t.companyId, t.name),
    uniqueIndex("queues_color").on(t.companyId, t.color),
    uniqueIndex("queues_token").on(t.companyId, t.token).where(sql`token <> ''`),
  ],
);

/** The options of a queue's menu; `position` counts from 1 among options with the same parent. */
export const queueOptions = pgTable(
  "queue_options",
  {
    companyId: companyId(),
    id: id(),
    queueId: uuid("queue_id").notNull(),
    parentId: uuid("parent_id"),
    title: text("title").notNull(),
    message: text("message").notNull().default(""),
    position: integer("position").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("queue_options_queue").on(t.companyId, t.queueId, t.parentId, t.position),
    index("queue_options_parent").on(t.companyId, t.parentId),
    ownedBy([t.companyId, t.queueId], queues),
    ownedBy([t.companyId, t.parentId], t),
  ],
);
