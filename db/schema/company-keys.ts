import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "./columns.ts";

/** Kinds of keys that are unique, or searched for, over all companies. */
export const keyKinds = ["company", "email", "session", "token", "account", "push"] as const;

/**
 * The directory: finds the company of a key before any company is known, and keeps keys unique over all companies. On a
 * cluster it stays on the coordinator, so its primary key does not start with the company (docs/decisions/0070).
 */
export const companyKeys = pgTable(
  "company_keys",
  {
    kind: text("kind", { enum: keyKinds }).notNull(),
    /** Secrets are hashed. */
    key: text("key").notNull(),
    companyId: companyId(),
    /** The row that the key belongs to: of a session and a browser's push address, the user's. */
    rowId: uuid("row_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] }), index("company_keys_row").on(t.companyId, t.rowId)],
);
