import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, instant, ownedBy, updatedAt } from "./columns.ts";
import { bytea } from "./connections.ts";
import { users } from "./users.ts";

/** A company's own AI server. Without a row the platform's is used. Not replicated. */
export const aiServers = pgTable(
  "ai_servers",
  {
    companyId: companyId(),
    url: text("url").notNull(),
    model: text("model").notNull(),
    /** The key, encrypted with SECRET_KEY; null: the server asks for none. */
    sealed: bytea("sealed"),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId] })],
);

/** How often a user asked the AI in the current minute and day. Prompts and answers are stored nowhere. */
export const aiUsage = pgTable(
  "ai_usage",
  {
    companyId: companyId(),
    userId: uuid("user_id").notNull(),
    minuteSince: instant("minute_since").notNull(),
    minuteCount: integer("minute_count").notNull(),
    daySince: instant("day_since").notNull(),
    dayCount: integer("day_count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), ownedBy([t.companyId, t.userId], users)],
);

/** How often the users of a company asked the AI in the current day, also those who were deleted meanwhile. */
export const aiCompanyUsage = pgTable(
  "ai_company_usage",
  {
    companyId: companyId(),
    daySince: instant("day_since").notNull(),
    dayCount: integer("day_count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId] })],
);
