import * as v from "valibot";
import { MebiByte } from "./messages.ts";

/** reading → preview → checking → checked → running → done; failed from any of them. */
export const importStatuses = ["reading", "preview", "checking", "checked", "running", "done", "failed"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What becomes of a row. duplicate: its number came before in the file, or the contact is already like that. */
export const rowOutcomes = ["created", "updated", "duplicate", "bad"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];
export type ImportCounts = Record<RowOutcome, number>;

/** What is wrong with a bad row. */
export const rowProblems = ["name", "number", "email"] as const;
export type RowProblem = (typeof rowProblems)[number];

export const importLimits = { bytes: 20 * MebiByte, rows: 100_000, columns: 50, cellCharacters: 500 } as const;

const Column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(importLimits.columns - 1));

/** Which column is what, from 0. Without one for the e-mail none is imported. */
export const ImportMapping = v.object({ name: Column, number: Column, email: v.nullable(Column) });
export type ImportMapping = v.InferOutput<typeof ImportMapping>;

/** What people call the columns, without accents and in lower case. */
const headerNames = {
  name: ["nome", "name", "nombre", "contato", "contacto", "contact"],
  number: ["numero", "number", "telefone", "telefono", "phone", "celular", "whatsapp", "fone"],
  email: ["email", "e-mail", "correo", "mail"],
};

/** The columns that bear such a name; null where none does. */
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

/** What the screen is told of an import. */
export const ImportView = v.object({
  id: v.string(),
  name: v.string(),
  status: v.picklist(importStatuses),
  headers: v.array(v.string()),
  /** The first rows, to recognise the columns by. */
  sample: v.array(v.array(v.string())),
  mapping: v.nullable(ImportMapping),
  total: v.number(),
  done: v.number(),
  counts: v.nullable(v.object({ created: v.number(), updated: v.number(), duplicate: v.number(), bad: v.number() })),
  error: v.nullable(v.string()),
});
export type ImportView = v.InferOutput<typeof ImportView>;
