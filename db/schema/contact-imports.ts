import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import {
  type ImportCounts,
  type ImportMapping,
  importStatuses,
  type RowNote,
  rowOutcomes,
  rowProblems,
} from "../../contracts/marketing/contact-imports.ts";
import { companyId, createdAt, id, ownedBy, updatedAt } from "./columns.ts";
import { contactLists } from "./contact-lists.ts";
import { users } from "./users.ts";

/** An import of contacts from a spreadsheet. */
export const contactImports = pgTable(
  "contact_imports",
  {
    companyId: companyId(),
    id: id(),
    userId: uuid("user_id").notNull(),
    /** In the file store; deleted after it was read. */
    fileId: uuid("file_id").notNull(),
    /** The contact list that gets the rows; null: they become contacts. */
    listId: uuid("list_id"),
    name: text("name").notNull(),
    status: text("status", { enum: importStatuses }).notNull(),
    /** Started without a preview: runs through all steps by itself. */
    isDirect: boolean("is_direct").notNull().default(false),
    /** The row with the headers; 0: the first row is a person. Rows up to it are kept and not imported. */
    headerRow: integer("header_row").notNull().default(0),
    /** The number of rows after the headers that the spreadsheet hides, by a filter or by hand. */
    hidden: integer("hidden").notNull().default(0),
    /** Whether hidden rows are imported as well. */
    withHidden: boolean("with_hidden").notNull().default(false),
    headers: jsonb("headers").$type<string[]>().notNull().default([]),
    /** Also the column with the LID of people without a number; no spreadsheet from a user has one. */
    mapping: jsonb("mapping").$type<ImportMapping & { lid?: number }>(),
    total: integer("total").notNull().default(0),
    /** Rows of the current step that are finished. */
    done: integer("done").notNull().default(0),
    /** The expected result before the run, the actual result after it. */
    counts: jsonb("counts").$type<ImportCounts>(),
    /** The error code of a failed import. */
    error: text("error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("contact_imports_user").on(t.companyId, t.userId, t.createdAt),
    ownedBy([t.companyId, t.userId], users),
    ownedBy([t.companyId, t.listId], contactLists),
  ],
);

/** One row of a spreadsheet. Its outcome is stored in the transaction that creates the contact: no row runs twice. */
export const contactImportRows = pgTable(
  "contact_import_rows",
  {
    companyId: companyId(),
    importId: uuid("import_id").notNull(),
    /** As in the spreadsheet, which counts from 1. */
    rowNumber: integer("row_number").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    isHidden: boolean("is_hidden").notNull().default(false),
    name: text("name"),
    number: text("number"),
    email: text("email"),
    /** The number's country (two letters) if it is not the company's. */
    country: text("country"),
    /** The match key of the number, or the LID of a person without a known number; see contact_addresses. */
    matchKey: text("match_key"),
    addressKind: text("address_kind", { enum: ["phone", "lid"] })
      .notNull()
      .default("phone"),
    problem: text("problem", { enum: rowProblems }),
    /** The differences between the imported row and the file. */
    notes: jsonb("notes").$type<RowNote[]>().notNull().default([]),
    outcome: text("outcome", { enum: rowOutcomes }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.rowNumber] }),
    index("contact_import_rows_match").on(t.companyId, t.importId, t.matchKey, t.rowNumber),
    ownedBy([t.companyId, t.importId], contactImports),
  ],
);
