import { bigint, bigserial, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { CommandResult } from "../../contracts/commands/index.ts";
import { companyId, createdAt, id, instant } from "./columns.ts";

/** A company's revision clock. The sequencer locks this row before it assigns revisions. */
export const clocks = pgTable(
  "clocks",
  {
    companyId: companyId(),
    /** The last assigned revision. */
    rev: bigint("rev", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId] })],
);

/** A change of a document, as triggers write it. No foreign keys: a change outlives its document. */
const changed = () => ({
  collection: text("collection").notNull(),
  /** For threads, the ticket's id. */
  docId: text("doc_id").notNull(),
  /** For threads, the message's id (null: the whole thread); for tickets, the tag or contact that changed. */
  partId: uuid("part_id"),
  oldScope: jsonb("old_scope").$type<Record<string, unknown>>(),
  newScope: jsonb("new_scope").$type<Record<string, unknown>>(),
});

/** Changes whose revision is not assigned yet. The sequencer moves committed ones into the log. */
export const unnumberedChanges = pgTable(
  "unnumbered_changes",
  {
    companyId: companyId(),
    /** Orders the changes of a company. */
    n: bigserial("n", { mode: "number" }).notNull(),
    ...changed(),
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.n] })],
);

/** The change log, written by the sequencer. Partitioned by month, kept for at least 30 days. */
export const changes = pgTable(
  "changes",
  {
    companyId: companyId(),
    n: bigserial("n", { mode: "number" }).notNull(),
    /** Null only in rows of before the table of unnumbered changes. */
    rev: bigint("rev", { mode: "number" }),
    ...changed(),
    /** When the revision was assigned. */
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.n, t.at] }),
    index("changes_rev").on(t.companyId, t.rev),
    index("changes_document").on(t.companyId, t.docId),
  ],
);

/** The answer to each command, returned again when the command is repeated. */
export const commandLog = pgTable(
  "command_log",
  {
    companyId: companyId(),
    id: id(),
    userId: uuid("user_id").notNull(),
    type: text("type").notNull(),
    answer: jsonb("answer").$type<Omit<CommandResult, "id" | "rev">>().notNull(),
    /** The document whose revision the answer gives. */
    docId: text("doc_id"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
