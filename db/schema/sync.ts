import { bigint, bigserial, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { CommandResult } from "../../sync/contracts/commands.ts";
import { companyId, createdAt, id, instant } from "./columns.ts";

/** The company's clock. Whoever numbers changes locks this row first. */
export const clocks = pgTable(
  "clocks",
  {
    companyId: companyId(),
    /** The last rev given. */
    rev: bigint("rev", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId] })],
);

/**
 * What changed, written by triggers; `rev` is given after commit by the sequencer. Partitioned by day, kept 30 days.
 * The rows of a partition have no foreign key: a change outlives its document.
 */
export const changes = pgTable(
  "changes",
  {
    companyId: companyId(),
    n: bigserial("n", { mode: "number" }).notNull(),
    rev: bigint("rev", { mode: "number" }),
    collection: text("collection").notNull(),
    /** For threads the ticket's id. */
    docId: text("doc_id").notNull(),
    /** For threads the message's id (null: the whole thread); for tickets the tag or contact whose change shows in them. */
    partId: uuid("part_id"),
    oldScope: jsonb("old_scope").$type<Record<string, unknown>>(),
    newScope: jsonb("new_scope").$type<Record<string, unknown>>(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.n, t.at] }),
    index("changes_rev").on(t.companyId, t.rev),
    index("changes_document").on(t.companyId, t.docId),
  ],
);

/** The answer given to each command, so that a repeated one gets the same. */
export const commandLog = pgTable(
  "command_log",
  {
    companyId: companyId(),
    id: id(),
    userId: uuid("user_id").notNull(),
    type: text("type").notNull(),
    answer: jsonb("answer").$type<Omit<CommandResult, "id" | "rev">>().notNull(),
    /** The document whose rev the answer names. */
    docId: text("doc_id"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
