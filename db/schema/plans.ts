import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { PLAN_STORAGE_GB } from "../../contracts/account/companies.ts";
import { createdAt, updatedAt } from "./columns.ts";

/** The plans of the platform: the same for every company. */
export const plans = pgTable(
  "plans",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** The most users, connections and queues of a company. */
    users: integer("users").notNull(),
    connections: integer("connections").notNull(),
    queues: integer("queues").notNull(),
    /** The most bytes of a company's files, in units of 1024 MiB. */
    storageGb: integer("storage_gb").notNull().default(PLAN_STORAGE_GB),
    /** Price per month, in cents of the currency (BRL). */
    valueCents: integer("value_cents").notNull(),
    /** Offered at sign-up and at the checkout. */
    isPublic: boolean("is_public").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("plans_name").on(sql`lower(${t.name})`)],
);
