import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import {
  type ImportCounts,
  type ImportMapping,
  importStatuses,
  rowOutcomes,
  rowProblems,
} from "../../sync/contracts/contact-imports.ts";
import { companyId, createdAt, id, updatedAt } from "./columns.ts";
import { users } from "./users.ts";

/** A spreadsheet of contacts on its way into the desk. */
export const contactImports = pgTable(
  "contact_imports",
  {
    companyId: companyId(),
    id: id(),
    userId: uuid("user_id").notNull(),
    /** In the file store; removed once it has been read. */
    fileId: uuid("file_id").notNull(),
    name: text("name").notNull(),
    status: text("status", { enum: importStatuses }).notNull(),
    /** Of a client that asks no questions: goes through all steps by itself. */
    isDirect: boolean("is_direct").notNull().default(false),
    headers: jsonb("headers").$type<string[]>().notNull().default([]),
    /** Where the LID of people without a number stands, no spreadsheet says. */
    mapping: jsonb("mapping").$type<ImportMapping & { lid?: number }>(),
    total: integer("total").notNull().default(0),
    /** Rows of the present step that are done. */
    done: integer("done").notNull().default(0),
    /** What the run will do, and then what it has done. */
    counts: jsonb("counts").$type<ImportCounts>(),
    /** Why it failed, as an error code. */
    error: text("error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("contact_imports_user").on(t.companyId, t.userId, t.createdAt),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete("cascade"),
  ],
);

/** One line of a spreadsheet. Its outcome is written in the transaction that makes it true: no line is done twice. */
export const contactImportRows = pgTable(
  "contact_import_rows",
  {
    companyId: companyId(),
    importId: uuid("import_id").notNull(),
    /** As the spreadsheet counts: the headers are row 1. */
    rowNumber: integer("row_number").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    name: text("name"),
    number: text("number"),
    email: text("email"),
    /** The number's, or of whom a phone knows no number the LID; see contact_addresses. */
    matchKey: text("match_key"),
    addressKind: text("address_kind", { enum: ["phone", "lid"] })
      .notNull()
      .default("phone"),
    problem: text("problem", { enum: rowProblems }),
    outcome: text("outcome", { enum: rowOutcomes }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.rowNumber] }),
    index("contact_import_rows_match").on(t.companyId, t.importId, t.matchKey, t.rowNumber),
    foreignKey({
      columns: [t.companyId, t.importId],
      foreignColumns: [contactImports.companyId, contactImports.id],
    }).onDelete("cascade"),
  ],
);
