import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { companyId, instant, ownedBy } from "./columns.ts";
import { users } from "./users.ts";

/** When a user was last active. Not in `users`: it changes all day, and it is not replicated. */
export const userActivity = pgTable(
  "user_activity",
  { companyId: companyId(), userId: uuid("user_id").notNull(), lastSeenAt: instant("last_seen_at").notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), ownedBy([t.companyId, t.userId], users)],
);
