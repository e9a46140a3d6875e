import * as v from "valibot";
import {
  AdjustedRowsView,
  ImportMapping,
  ImportView,
  importLimits,
  RejectedRowView,
  RowNote,
  rowOutcomes,
} from "../../contracts/marketing/contact-imports.ts";
import { AnswerId, Count } from "../http/answer-values.ts";

export const StartedImportAnswer = v.object({ id: AnswerId });
export const PhonebookImportAnswer = v.object({
  id: v.pipe(v.nullable(AnswerId), v.description("Null: there is no new contact")),
});

const RowNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.description("As in the spreadsheet, from 1"));
const Column = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(importLimits.columns - 1),
  v.description("Counted from 0"),
);

const MappingAnswer = v.object({
  ...ImportMapping.entries,
  name: Column,
  number: Column,
  email: v.pipe(v.nullable(Column), v.description("Null: no e-mail is imported")),
  areaCode: v.pipe(v.optional(v.nullable(Column)), v.description("For numbers without an area code of their own")),
  lid: v.pipe(
    v.optional(Column),
    v.description("Only in an import of the phones' people: their WhatsApp ids, for people without a number"),
  ),
});

const outcomeCounts = v.entriesFromList(rowOutcomes, Count);

export const ImportAnswer = v.object({
  ...ImportView.entries,
  id: AnswerId,
  name: v.pipe(
    v.string(),
    v.description("The file's name; `agenda` or `chats` for an import of the phones' address books or conversations"),
  ),
  headers: v.pipe(v.array(v.string()), v.description("One for each column; '' where the column has none")),
  headerRow: v.pipe(Count, v.description("The number of the row with the headers; 0: the file has none")),
  head: v.pipe(
    v.array(
      v.object({
        rowNumber: RowNumber,
        cells: v.array(v.string()),
        isHidden: v.pipe(v.optional(v.literal(true)), v.description("Only for a row that the spreadsheet hides")),
      }),
    ),
    v.description("The first 20 rows of the file"),
  ),
  sample: v.pipe(v.array(v.array(v.string())), v.description("The cells of the first 5 rows with people")),
  mapping: v.pipe(v.nullable(MappingAnswer), v.description("Null: the columns are not known")),
  total: v.pipe(Count, v.description("Rows that are imported: without hidden ones, unless `withHidden`")),
  hidden: v.pipe(Count, v.description("Rows after the headers that the spreadsheet hides")),
  withHidden: v.boolean(),
  done: v.pipe(Count, v.description("Rows of the present step that are finished")),
  idleSeconds: v.pipe(Count, v.description("Seconds since the last progress")),
  counts: v.pipe(
    v.nullable(v.object(outcomeCounts)),
    v.description("Rows by outcome: the expected one before the run; null until the rows are checked"),
  ),
  error: v.pipe(v.nullable(v.string()), v.description("The error code of a failed import")),
});

export const LatestImportAnswer = v.nullable(ImportAnswer);

export const RejectedRowsAnswer = v.object({
  rows: v.array(
    v.object({
      ...RejectedRowView.entries,
      rowNumber: RowNumber,
      repeats: v.pipe(
        v.nullable(RowNumber),
        v.description("The earlier row with the same number; null without `problem`: the person is saved already"),
      ),
    }),
  ),
});

export const ReadNumbersAnswer = v.object({
  changed: v.pipe(Count, v.description("Rows whose number is not what the spreadsheet says digit by digit")),
  foreign: v.pipe(Count, v.description("Rows whose number is of another country")),
  rows: v.array(
    v.object({
      rowNumber: RowNumber,
      name: v.string(),
      typed: v.pipe(v.string(), v.description("As in the spreadsheet")),
      number: v.pipe(v.string(), v.description("Digits with the country code")),
      country: v.pipe(v.nullable(v.string()), v.description("Two letters; null: the company's country")),
    }),
  ),
});

export const AdjustedRowsAnswer = v.object({
  ...AdjustedRowsView.entries,
  count: v.pipe(Count, v.description("All such rows")),
  rows: v.array(v.object({ rowNumber: RowNumber, name: v.string(), notes: v.array(RowNote) })),
});
