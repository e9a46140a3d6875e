import * as v from "valibot";
import { MAX_NAME, MebiByte } from "../desk/messages.ts";
import { phoneProblems } from "../phones.ts";
import { NO_HEADERS } from "./import-head.ts";

/** reading → preview → checking → checked → running → done; every state can change to failed. */
export const importStatuses = ["reading", "preview", "checking", "checked", "running", "done", "failed"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** The outcome of a row. duplicate: its number is earlier in the file, or the contact is already identical. */
export const rowOutcomes = ["created", "updated", "duplicate", "bad"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];
export type ImportCounts = Record<RowOutcome, number>;

/** Why a row is bad: its invalid field, or why its number cannot be read. Rows of earlier versions have "number". */
export const rowProblems = ["name", "number", "email", ...phoneProblems] as const;
export type RowProblem = (typeof rowProblems)[number];

/** The longest name that an import stores: that of people who write to the company. A longer one is cut. */
export const MAX_IMPORTED_NAME = MAX_NAME;

/**
 * A difference between an imported row and the file, with the text of the file: the whole name, the invalid e-mail,
 * the other e-mails or the other numbers, which are not imported.
 */
export const rowNoteKinds = ["nameCut", "nameShort", "noEmail", "otherEmails", "otherNumbers"] as const;
export const RowNote = v.object({ kind: v.picklist(rowNoteKinds), text: v.string() });
export type RowNote = v.InferOutput<typeof RowNote>;

export const importLimits = { bytes: 20 * MebiByte, rows: 100_000, columns: 50, cellCharacters: 500 } as const;

const Column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(importLimits.columns - 1));

/**
 * The columns, counted from 0. Without an e-mail column no e-mail is imported. The area code is for numbers that have
 * none of their own.
 */
export const ImportMapping = v.object({
  name: Column,
  number: Column,
  email: v.nullable(Column),
  areaCode: v.optional(v.nullable(Column)),
});
export type ImportMapping = v.InferOutput<typeof ImportMapping>;

/**
 * The columns, the row with the headers (0 when the first row is a person), and whether the rows that the spreadsheet
 * hides are imported as well; absent: as it is.
 */
export const ImportColumns = v.object({
  ...ImportMapping.entries,
  headerRow: v.optional(v.pipe(v.number(), v.integer(), v.minValue(NO_HEADERS))),
  withHidden: v.optional(v.boolean()),
});
export type ImportColumns = v.InferOutput<typeof ImportColumns>;

/** The headers of the table that the reader makes of a file with contact cards. */
export const cardHeaders = ["Nome", "Número", "E-mail", "Outros números"];
/** The column of the other numbers of a card. */
const OTHER_NUMBERS = 3;
/** Returns the column of the other numbers of a person; null: the file has no contact cards. */
export const otherNumbersColumn = (headers: readonly string[]): number | null =>
  cardHeaders.every((header, column) => headers[column] === header) ? OTHER_NUMBERS : null;

/** An import as the screen gets it. */
export const ImportView = v.object({
  id: v.string(),
  name: v.string(),
  status: v.picklist(importStatuses),
  /** One for each column; '' where the column has none. */
  headers: v.array(v.string()),
  /** The number of the row with the headers; 0: the file has none. */
  headerRow: v.number(),
  /** The first rows of the file, from which the user chooses the one with the headers. */
  head: v.array(v.object({ rowNumber: v.number(), cells: v.array(v.string()), isHidden: v.optional(v.boolean()) })),
  /** The first rows with people, so that the user recognises the columns. */
  sample: v.array(v.array(v.string())),
  mapping: v.nullable(ImportMapping),
  /** The rows that are imported: without hidden ones, unless `withHidden`. */
  total: v.number(),
  /** The rows after the headers that a filter, or a person, hides in the spreadsheet. */
  hidden: v.optional(v.number(), 0),
  withHidden: v.optional(v.boolean(), false),
  done: v.number(),
  /** Seconds since its last progress, by the server's clock. A server of an earlier version does not say. */
  idleSeconds: v.optional(v.number(), 0),
  counts: v.nullable(v.object({ created: v.number(), updated: v.number(), duplicate: v.number(), bad: v.number() })),
  error: v.nullable(v.string()),
});
export type ImportView = v.InferOutput<typeof ImportView>;

/** Rejected rows per page of the preview; the CSV has all of them. */
export const REJECTED_SHOWN = 50;

/**
 * A row that is not imported, as the preview shows it (`GET /contacts/imports/:id/rejected-rows`). Without a problem
 * its number is in the earlier row `repeats`, or the person is already saved with the same values.
 */
export const RejectedRowView = v.object({
  rowNumber: v.number(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  problem: v.nullable(v.picklist(rowProblems)),
  repeats: v.nullable(v.number()),
});
export type RejectedRowView = v.InferOutput<typeof RejectedRowView>;

/** Rows shown with the preview that are imported with a difference. */
export const ADJUSTED_SHOWN = 50;

/** The rows that are imported with a difference (`GET /contacts/imports/:id/adjusted-rows`), and how many there are. */
export const AdjustedRowsView = v.object({
  count: v.number(),
  rows: v.array(v.object({ rowNumber: v.number(), name: v.string(), notes: v.array(RowNote) })),
});
export type AdjustedRowsView = v.InferOutput<typeof AdjustedRowsView>;

/** Understood numbers shown with the preview. */
export const READ_NUMBERS_SHOWN = 50;

/**
 * The numbers of the rows that are imported and that are not what the spreadsheet says, digit by digit, as the preview
 * shows them (`GET /contacts/imports/:id/read-numbers`): those of other countries first.
 */
export const ReadNumbersView = v.object({
  /** Rows whose number got the company's country or area code, or lost what is not part of a number. */
  changed: v.number(),
  /** Rows whose number is of another country; each is in `changed` or was typed with its country code. */
  foreign: v.number(),
  rows: v.array(
    v.object({
      rowNumber: v.number(),
      name: v.string(),
      typed: v.string(),
      number: v.string(),
      /** Two letters; null: the company's country. */
      country: v.nullable(v.string()),
    }),
  ),
});
export type ReadNumbersView = v.InferOutput<typeof ReadNumbersView>;
