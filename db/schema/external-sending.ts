import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ExternalAnswer } from "../../contracts/desk/external-sending.ts";
import { companyId, createdAt, instant, ownedBy } from "./columns.ts";
import { connections } from "./connections.ts";

/** Messages sent by integrators with an idempotency key; `answer` is null only inside the transaction that sends. */
export const externalSends = pgTable(
  "external_sends",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    key: text("key").notNull(),
    contentHash: text("content_hash").notNull(),
    answer: jsonb("answer").$type<ExternalAnswer>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.key] }),
    index("external_sends_created").on(t.companyId, t.createdAt),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);

/** How often a connection's token was used in the current minute. */
export const externalCalls = pgTable(
  "external_calls",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    count: integer("count").notNull(),
    since: instant("since").notNull(),
    /** The last call with the current token; null: not used yet. */
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] }), ownedBy([t.companyId, t.connectionId], connections)],
);
