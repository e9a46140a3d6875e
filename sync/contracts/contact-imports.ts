import * as v from "valibot";
import { MebiByte } from "./messages.ts";

/** reading → preview → checking → checked → running → done; every state can change to failed. */
export const importStatuses = ["reading", "preview", "checking", "checked", "running", "done", "failed"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** The outcome of a row. duplicate: its number is earlier in the file, or the contact is already identical. */
export const rowOutcomes = ["created", "updated", "duplicate", "bad"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];
export type ImportCounts = Record<RowOutcome, number>;

/** The invalid field of a bad row. */
export const rowProblems = ["name", "number", "email"] as const;
export type RowProblem = (typeof rowProblems)[number];

export const importLimits = { bytes: 20 * MebiByte, rows: 100_000, columns: 50, cellCharacters: 500 } as const;

const Column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(importLimits.columns - 1));

/** The columns, counted from 0. Without an e-mail column no e-mail is imported. */
export const ImportMapping = v.object({ name: Column, number: Column, email: v.nullable(Column) });
export type ImportMapping = v.InferOutput<typeof ImportMapping>;

/** Usual column headers, in lower case without accents. */
const headerNames = {
  name: ["nome", "name", "nombre", "contato", "contacto", "contact"],
  number: ["numero", "number", "telefone", "telefono", "phone", "celular", "whatsapp", "fone"],
  email: ["email", "e-mail", "correo", "mail"],
};

/** Returns the columns with such headers; null where there is none. */
export function guessMapping(headers: readonly string[]) {
  const plain = headers.map((header) =>
    header
      .normalize("NFD")
      .replace(/\p{Diacritic}/gu, "")
      .trim()
      .toLowerCase(),
  );
  const find = (names: string[]) => {
    const exact = plain.findIndex((header) => names.includes(header));
    const place = exact >= 0 ? exact : plain.findIndex((header) => names.some((name) => header.startsWith(name)));
    return place >= 0 ? place : null;
  };
  return { name: find(headerNames.name), number: find(headerNames.number), email: find(headerNames.email) };
}

/** An import as the screen gets it. */
export const ImportView = v.object({
  id: v.string(),
  name: v.string(),
  status: v.picklist(importStatuses),
  headers: v.array(v.string()),
  /** The first rows, so that the user recognises the columns. */
  sample: v.array(v.array(v.string())),
  mapping: v.nullable(ImportMapping),
  total: v.number(),
  done: v.number(),
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
