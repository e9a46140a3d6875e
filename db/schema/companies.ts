import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { BillingAddress, Recurrence } from "../../contracts/account/companies.ts";
import type { DayHours } from "../../contracts/hours.ts";
import type { Language } from "../../contracts/languages.ts";
import { companyId, createdAt, instant, updatedAt } from "./columns.ts";
import { plans } from "./plans.ts";

/** All companies. Row-level security shows a company only its own row; the platform's transactions see all. */
export const companies = pgTable(
  "companies",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** The address for invoices and reminders. */
    email: text("email").notNull().default(""),
    phone: text("phone").notNull().default(""),
    isActive: boolean("is_active").notNull().default(true),
    /** The end of the last paid day, in the company's time zone. */
    dueDate: instant("due_date").notNull(),
    /** The day of the month on which it is due, 1 to 31: 31 in a month of 30 days is the 30th. */
    dueDay: integer("due_day").notNull().default(1),
    recurrence: text("recurrence").$type<Recurrence>().notNull().default("MENSAL"),
    /** Null: no limits and no invoices, as for the company of the platform's owner. */
    planId: uuid("plan_id").references(() => plans.id),
    /** Exceptions to the plan's limits; null: the plan's. */
    usersLimit: integer("users_limit"),
    connectionsLimit: integer("connections_limit"),
    queuesLimit: integer("queues_limit"),
    storageGbLimit: integer("storage_gb_limit"),
    billing: jsonb("billing").$type<BillingAddress>(),
    /** The language of mails to the company. */
    language: text("language").$type<Language>().notNull().default("pt"),
    timeZone: text("time_zone").notNull().default("America/Sao_Paulo"),
    schedules: jsonb("schedules").$type<DayHours[]>().notNull().default([]),
    /** The end of the trial that began with the sign-up; null: no trial. */
    trialEndsAt: instant("trial_ends_at"),
    /** Since when its connections rest because it has not paid; null: they do not. */
    suspendedAt: instant("suspended_at"),
    /** When its admins were mailed that its storage is nearly full; null: it has more room. */
    storageNoticedAt: instant("storage_noticed_at"),
    lastSignInAt: instant("last_sign_in_at"),
    /** Since when the company is deleted: hidden, and removed 30 days later. */
    deletedAt: instant("deleted_at"),
    /** The rows that it had when its removal began; null: it has not begun. */
    removalTotal: bigint("removal_total", { mode: "number" }),
    /** The rows that are removed. With those of the change log, more than it had. */
    removalRows: bigint("removal_rows", { mode: "number" }).notNull().default(0),
    /** When rows were removed last. */
    removalAt: instant("removal_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("companies_name").on(t.name, t.id),
    index("companies_due").on(t.dueDate),
    index("companies_plan").on(t.planId),
  ],
);

export const settings = pgTable(
  "settings",
  { companyId: companyId(), key: text("key").notNull(), value: text("value").notNull(), updatedAt: updatedAt() },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })],
);
